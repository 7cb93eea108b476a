import { ClusterDeployment } from '@skep/api'
import type { Stored } from '@skep/client'
import { type ConditionRule, conditionOf, firstUnmet } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import type { Explainer } from '../explainer.ts'
import { cloud, type Explained, failing, good, operator, user, type Verdict, waiting } from '../model.ts'
import { clusterDeploymentParts } from './cluster-deployment-parts.ts'

const HIVE = operator('hive')
const FIX_CREDENTIALS = user('provide credentials that the cloud accepts')
const START_OVER = user('correct the cause, then delete the ClusterDeployment and order it again')

/** What stops an installation, in the order in which Hive looks at it. */
const RULES: readonly ConditionRule[] = [
  { type: 'ProvisionStopped', want: 'False', nextActor: START_OVER },
  { type: 'AuthenticationFailure', want: 'False', nextActor: FIX_CREDENTIALS },
  {
    type: 'RequirementsMet',
    want: 'True',
    nextActor: user('correct what the message names'),
    byReason: { ClusterImageSetNotFound: user('create the ClusterImageSet, or name another one') },
  },
  { type: 'InstallerImageResolutionFailed', want: 'False', nextActor: user('name a release image that can be pulled') },
  {
    type: 'InstallImagesNotResolved',
    want: 'False',
    nextActor: operator('hive', 'tries again'),
    byReason: { MinimalInstallModeWithoutImageOverride: user('set spec.provisioning.installerImageOverride') },
  },
  { type: 'DNSNotReady', want: 'False', onTheWay: true, nextActor: cloud('DNS') },
  { type: 'InstallLaunchError', want: 'False', nextActor: operator('hive', 'tries again') },
  { type: 'ClusterInstallFailed', want: 'False', nextActor: START_OVER },
  { type: 'ClusterInstallRequirementsMet', want: 'True', onTheWay: true, nextActor: operator('cluster install') },
  { type: 'ProvisionFailed', want: 'False', nextActor: operator('hive', 'tries again unless it gave up') },
  { type: 'Provisioned', want: 'True', onTheWay: true, nextActor: HIVE },
  { type: 'Unreachable', want: 'False', nextActor: user('see why the API of the cluster does not answer') },
  {
    type: 'SyncSetFailed',
    want: 'False',
    nextActor: user('correct the SyncSets that fail'),
    byReason: { SyncSetPaused: user('remove the annotation that pauses SyncSets') },
  },
  { type: 'ControlPlaneCertificateNotFound', want: 'False', nextActor: user('provide the certificate') },
  { type: 'IngressCertificateNotFound', want: 'False', nextActor: user('provide the certificate') },
  { type: 'RelocationFailed', want: 'False', nextActor: operator('hive', 'tries again') },
  { type: 'AWSPrivateLinkFailed', want: 'False', nextActor: cloud('AWS') },
  { type: 'PrivateLinkFailed', want: 'False', nextActor: cloud('private link') },
]

/** Annotations by which a person stops Hive. */
const PAUSES = ['hive.openshift.io/reconcile-pause', 'hive.openshift.io/powerstate-pause']

/** A cluster of Hive: what it needs, its installation, and what is kept in step with it. */
export const clusterDeployment: Explainer<ClusterDeployment> = {
  kind: ClusterDeployment,
  parts: clusterDeploymentParts,
  verdict: (object, children) =>
    paused(object) ??
    claimed(children) ??
    installed(object) ??
    firstUnmet(object, RULES) ??
    powered(object) ??
    unseen(object),
  deletion: (object, children) => protectedFromDeletion(object) ?? deprovisioning(object, children),
}

function paused({ metadata }: Stored<ClusterDeployment>): Verdict | undefined {
  const pause = PAUSES.find((name) => metadata.annotations?.[name] === 'true')
  if (pause === undefined) return undefined
  return waiting({
    state: 'Paused',
    waitsFor: `annotation ${pause} to go`,
    nextActor: user(`remove annotation ${pause}`),
  })
}

/** An order for a cluster has a claim for an account beside it, and nothing is installed before that has one. */
function claimed(children: readonly Explained[]): Verdict | undefined {
  const claim = children.find(({ object: { kind }, health }) => /Claim$/.test(kind) && health !== 'good')
  return claim && { ...claim, state: `${claim.object.kind}NotReady` }
}

/** One that is installed is not judged by what happened on the way. */
function installed(object: Stored<ClusterDeployment>): Verdict | undefined {
  if (!object.spec.installed) return undefined
  const after = RULES.slice(RULES.findIndex(({ type }) => type === 'Unreachable'))
  return firstUnmet(object, after) ?? powered(object) ?? good('Installed', object.status?.installedTimestamp)
}

/** Whether it is on or off, as it should be. */
function powered(object: Stored<ClusterDeployment>): Verdict | undefined {
  const { powerState = '' } = object.status ?? {}
  if (!object.spec.installed || powerState === '') return undefined
  const wanted = object.spec.powerState ?? 'Running'
  const ready = conditionOf(object, wanted === 'Hibernating' ? 'Hibernating' : 'Ready')
  if (powerState === wanted || !ready || ready.status === 'True') return good(powerState, ready?.lastTransitionTime)
  const say = powerState.startsWith('Failed') ? failing : waiting
  return say({
    state: powerState,
    waitsFor: ready.message || `power state ${wanted}`,
    since: ready.lastTransitionTime,
    nextActor: cloud('machines of the cluster'),
  })
}

const unseen = (object: Stored<ClusterDeployment>): Verdict =>
  waiting({
    state: 'New',
    waitsFor: 'its installation to begin',
    since: object.metadata.creationTimestamp,
    nextActor: HIVE,
  })

/** Name of the annotation that keeps a cluster from being removed by mistake. */
const PROTECTED = 'hive.openshift.io/protected-delete'

function protectedFromDeletion({ metadata }: Stored<ClusterDeployment>): Verdict | undefined {
  if (metadata.annotations?.[PROTECTED] !== 'true') return undefined
  const waitsFor = `annotation ${PROTECTED} to go; nothing is deprovisioned before`
  return failing({
    state: 'Protected',
    waitsFor,
    since: metadata.deletionTimestamp,
    nextActor: user(`remove annotation ${PROTECTED}`),
  })
}

function deprovisioning(object: Stored<ClusterDeployment>, children: readonly Explained[]): Verdict {
  const held = explainDeletion(object, children)
  const failed = conditionOf(object, 'DeprovisionLaunchError')
  if (failed?.status === 'True') {
    const { reason: state = 'DeprovisionLaunchError', message = '', lastTransitionTime: since } = failed
    const nextActor = user('provide credentials that the cloud accepts, or set spec.preserveOnDelete to leave it there')
    return failing({ state, waitsFor: message || 'credentials', since, nextActor })
  }
  const provisioned = conditionOf(object, 'Provisioned')
  if (held.health === 'failing' || !provisioned?.reason?.startsWith('Deprovision')) return held
  const { reason: state, message, lastTransitionTime: since } = provisioned
  const worst = children.find(({ health }) => health !== 'good')
  return waiting({ state, waitsFor: message || held.waitsFor || '', since, nextActor: worst?.nextActor ?? HIVE })
}
