import { ClusterDeprovision, ClusterProvision, ClusterSync, DnsZone, HiveMachinePool, Job } from '@skep/api'
import type { Stored } from '@skep/client'
import { type ConditionRule, conditionOf, firstUnmet } from '../conditions.ts'
import { type Explainer, isOwnedBy, type Part, partsOf } from '../explainer.ts'
import { cloud, failing, good, operator, user, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'

const HIVE = operator('hive')

const ownJobs = async (owner: Stored, read: Reader): Promise<Part[]> => {
  const jobs = await read.list(Job, { namespace: owner.metadata.namespace })
  return partsOf(read, jobs.filter(isOwnedBy(owner)))
}

/** One attempt at an installation, and the job that does it. */
const provision: Explainer<ClusterProvision> = {
  kind: ClusterProvision,
  parts: ownJobs,
  verdict: (object, children) => {
    const { stage } = object.spec
    const since = object.metadata.creationTimestamp
    if (stage === 'complete') return good('complete', since)
    const failed = conditionOf(object, 'ClusterProvisionFailed')
    if (stage === 'failed') {
      return failing({
        state: failed?.reason || 'failed',
        waitsFor: failed?.message || 'another attempt',
        since: failed?.lastTransitionTime ?? since,
        nextActor: operator('hive', 'tries again unless it gave up'),
      })
    }
    const worst = children.find(({ health }) => health !== 'good')
    return waiting({ state: stage, waitsFor: 'the installer to finish', since, nextActor: worst?.nextActor ?? HIVE })
  },
}

const deprovision: Explainer<ClusterDeprovision> = {
  kind: ClusterDeprovision,
  parts: ownJobs,
  verdict: (object) => {
    const { creationTimestamp: since } = object.metadata
    if (object.status?.completed) return good('Completed', since)
    return (
      firstUnmet(object, [
        { type: 'AuthenticationFailure', want: 'False', nextActor: user('provide credentials that the cloud accepts') },
        { type: 'DeprovisionFailed', want: 'False', nextActor: operator('hive', 'tries again') },
      ]) ??
      waiting({ state: 'Deprovisioning', waitsFor: 'the cluster to be removed from its cloud', since, nextActor: HIVE })
    )
  },
}

const ZONE_RULES: readonly ConditionRule[] = [
  { type: 'InsufficientCredentials', want: 'False', nextActor: user('give the credentials the rights for DNS') },
  { type: 'AuthenticationFailure', want: 'False', nextActor: user('provide credentials that the cloud accepts') },
  { type: 'APIOptInRequired', want: 'False', nextActor: user('enable the DNS API of the cloud') },
  { type: 'DNSError', want: 'False', nextActor: cloud('DNS') },
  { type: 'ParentLinkCreated', want: 'True', onTheWay: true, nextActor: HIVE },
  { type: 'ZoneAvailable', want: 'True', required: true, onTheWay: true, nextActor: cloud('DNS') },
]

const zone: Explainer<DnsZone> = {
  kind: DnsZone,
  verdict: (object) =>
    firstUnmet(object, ZONE_RULES) ?? good('Available', conditionOf(object, 'ZoneAvailable')?.lastTransitionTime),
}

const sync: Explainer<ClusterSync> = {
  kind: ClusterSync,
  verdict: (object) => {
    const failed = firstUnmet(object, [
      { type: 'Failed', want: 'False', nextActor: user('correct the SyncSets that fail') },
    ])
    if (!failed) return good('Synced', object.status?.firstSuccessTime)
    const [first] = [...(object.status?.syncSets ?? []), ...(object.status?.selectorSyncSets ?? [])].filter(
      ({ result }) => result === 'Failure',
    )
    return first?.failureMessage ? { ...failed, waitsFor: `${failed.waitsFor}: ${first.failureMessage}` } : failed
  },
}

const POOL_RULES: readonly ConditionRule[] = [
  { type: 'UnsupportedConfiguration', want: 'False', nextActor: user('change the spec of the MachinePool') },
  { type: 'InvalidSubnets', want: 'False', nextActor: user('name subnets that are there') },
  { type: 'NoMachinePoolNameLeasesAvailable', want: 'False', nextActor: user('remove a MachinePool') },
  { type: 'NotEnoughReplicas', want: 'False', nextActor: user('raise the number of replicas') },
  { type: 'MachineSetsGenerated', want: 'True', nextActor: HIVE },
  { type: 'Synced', want: 'True', onTheWay: true, nextActor: operator('hive', 'tries again') },
]

const machinePool: Explainer<HiveMachinePool> = {
  kind: HiveMachinePool,
  verdict: (object) =>
    firstUnmet(object, POOL_RULES) ??
    good(`${object.status?.replicas ?? 0} replicas`, object.metadata.creationTimestamp),
}

/** What a ClusterDeployment consists of. */
export const HIVE_PART_EXPLAINERS: readonly Explainer[] = [provision, deprovision, zone, sync, machinePool]
