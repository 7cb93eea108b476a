import {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
} from '@skep/api'
import type { Stored } from '@skep/client'
import { type ConditionRule, conditionOf, firstUnmet, nextConditionsOf } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, isOwnedBy, type Part, partsOf } from '../explainer.ts'
import { type Actor, cloud, type Explained, failing, good, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'

const CLUSTER_API = operator('cluster-api')

/** Whatever a reference of Cluster API names. */
export async function referredPart(
  read: Reader,
  namespace: string | undefined,
  ref: { readonly apiVersion?: string; readonly kind?: string; readonly name?: string } | undefined,
): Promise<Part[]> {
  if (!ref?.apiVersion || !ref.kind || !ref.name) return []
  const names = { apiVersion: ref.apiVersion, kind: ref.kind }
  return partsOf(read, [await read.find(names, { name: ref.name, ...(namespace ? { namespace } : {}) })])
}

const PROVIDERS: Readonly<Record<string, Actor>> = {
  Azure: cloud('Azure'),
  AWS: cloud('AWS'),
  Kubevirt: cloud('KubeVirt'),
  Agent: operator('agent provider'),
}

/** Who makes what a kind such as AzureMachine stands for. */
export function providerOf(kind = ''): Actor {
  return PROVIDERS[kind.replace(/(Machine|Cluster).*$/, '')] ?? cloud('infrastructure provider')
}

/** Name of the annotation by which Cluster API leaves an object alone. */
const PAUSED = 'cluster.x-k8s.io/paused'

/** Nobody acts on what is paused, not even to remove it. */
export function pausedVerdict(object: Stored): Verdict | undefined {
  const paused = nextConditionsOf(object).find(({ type, status }) => type === 'Paused' && status === 'True')
  if (!paused) return undefined
  const { message: waitsFor = 'being paused to end', lastTransitionTime: since } = paused
  const { kind, metadata } = object
  if (metadata.annotations?.[PAUSED] === undefined) return pausedWith('HostedCluster', waitsFor, since)
  if (OF_POOL.has(kind)) return pausedWith('NodePool', waitsFor, since)
  const nextActor = user(`remove annotation ${PAUSED} of ${kind} ${metadata.name}`)
  return failing({ state: 'Paused', waitsFor, since, nextActor })
}

/** The kinds on which a NodePool writes that it is paused. On others, somebody did so by hand. */
const OF_POOL = new Set(['MachineDeployment', 'MachineSet'])

const pausedWith = (owner: string, waitsFor: string, since?: string): Verdict => ({
  ...failing({ state: 'Paused', waitsFor, since, nextActor: user(`remove spec.pausedUntil of its ${owner}`) }),
  inherited: true,
})

/** How something is that goes, or would if it were not paused. */
export const deletionUnlessPaused = (object: Stored, children: readonly Explained[]): Verdict =>
  pausedVerdict(object) ?? explainDeletion(object, children)

const cluster: Explainer<ClusterApiCluster> = {
  kind: ClusterApiCluster,
  parts: async ({ metadata: { namespace, name, deletionTimestamp }, spec }, read) => {
    const infrastructure = await referredPart(read, namespace, spec?.infrastructureRef)
    if (deletionTimestamp === undefined) return infrastructure
    const [deployments, sets, machines] = await Promise.all([
      read.list(MachineDeployment, { namespace }),
      read.list(ClusterApiMachineSet, { namespace }),
      read.list(ClusterApiMachine, { namespace }),
    ])
    const own = [...deployments, ...sets, ...machines].filter(
      ({ metadata, spec: { clusterName } }) =>
        clusterName === name && !metadata.ownerReferences?.some(({ controller }) => controller),
    )
    return [...partsOf(read, own as Stored[]), ...infrastructure]
  },
  verdict: (object) => {
    if (object.spec?.paused) return pausedWith('HostedCluster', 'spec.paused to be false')
    return (
      pausedVerdict(object) ??
      firstUnmet(object, CLUSTER_RULES) ??
      good(object.status?.phase || 'Provisioned', conditionOf(object, 'Ready')?.lastTransitionTime)
    )
  },
  deletion: deletionUnlessPaused,
}

const CLUSTER_RULES: readonly ConditionRule[] = [
  { type: 'InfrastructureReady', want: 'True', onTheWay: true, nextActor: cloud('infrastructure provider') },
  { type: 'ControlPlaneReady', want: 'True', onTheWay: true, nextActor: operator('hypershift') },
]

const SET_RULES: readonly ConditionRule[] = [
  { type: 'MachinesCreated', want: 'True', nextActor: operator('cluster-api', 'tries again') },
  { type: 'Resized', want: 'True', onTheWay: true, nextActor: CLUSTER_API },
  { type: 'MachinesReady', want: 'True', onTheWay: true, nextActor: CLUSTER_API },
  { type: 'Available', want: 'True', onTheWay: true, nextActor: CLUSTER_API },
]

function verdictOfMachines(
  object: Stored<MachineDeployment | ClusterApiMachineSet>,
  ready: number,
  children: readonly Explained[],
): Verdict {
  const wanted = object.spec.replicas ?? 1
  const count = `${ready}/${wanted} ready`
  const paused = pausedVerdict(object)
  if (paused) return paused
  const unmet = firstUnmet(object, SET_RULES)
  const worst = children.find(({ health }) => health === 'failing') ?? children.find(({ health }) => health !== 'good')
  if (!unmet && ready >= wanted) return good(count, conditionOf(object, 'Ready')?.lastTransitionTime)
  const said =
    unmet ??
    waiting({
      state: count,
      waitsFor: `${wanted - ready} of ${wanted} machines`,
      since: worst?.since,
      nextActor: CLUSTER_API,
    })
  return { ...said, state: count, nextActor: worst?.nextActor ?? said.nextActor }
}

const machineDeployment: Explainer<MachineDeployment> = {
  kind: MachineDeployment,
  parts: async (object, read) => {
    const sets = await read.list(ClusterApiMachineSet, { namespace: object.metadata.namespace })
    return partsOf(
      read,
      sets.filter(isOwnedBy(object)).filter(({ spec, status }) => spec.replicas !== 0 || status?.replicas),
    )
  },
  verdict: (object, children) => verdictOfMachines(object, object.status?.availableReplicas ?? 0, children),
  deletion: deletionUnlessPaused,
}

const machineSet: Explainer<ClusterApiMachineSet> = {
  kind: ClusterApiMachineSet,
  parts: async (object, read) => {
    const machines = await read.list(ClusterApiMachine, { namespace: object.metadata.namespace })
    return partsOf(read, machines.filter(isOwnedBy(object)))
  },
  verdict: (object, children) => verdictOfMachines(object, object.status?.readyReplicas ?? 0, children),
  deletion: deletionUnlessPaused,
}

const healthCheck: Explainer<MachineHealthCheck> = {
  kind: MachineHealthCheck,
  verdict: (object) =>
    firstUnmet(object, [
      {
        type: 'RemediationAllowed',
        want: 'True',
        nextActor: user('repair or replace machines: too many are unhealthy to do so by itself'),
      },
    ]) ?? good(`${object.status?.currentHealthy ?? 0}/${object.status?.expectedMachines ?? 0} healthy`),
}

/** Clusters and groups of machines. */
export const CLUSTER_API_EXPLAINERS: readonly Explainer[] = [cluster, machineDeployment, machineSet, healthCheck]
