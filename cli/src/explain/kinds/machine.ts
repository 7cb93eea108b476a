import { CertificateSigningRequest, ClusterApiMachine, Node } from '@skep/api'
import type { Stored } from '@skep/client'
import { type ConditionRule, conditionOf, firstUnmet, nextConditionsOf } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, type Part, partsOf } from '../explainer.ts'
import { cloud, type Explained, failing, good, KUBELET, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'
import { openMachineCluster } from '../tenant-api.ts'
import { deletionUnlessPaused, pausedVerdict, providerOf, referredPart } from './cluster-api.ts'
import { budgetsHoldingMachine, heldByPods } from './machine-drain.ts'
import { isRequestOf } from './node-requests.ts'

/** What has to come about, in this order: the machine, what it boots with, the node that it becomes. */
const RULES: readonly ConditionRule[] = [
  { type: 'BootstrapReady', want: 'True', onTheWay: true, nextActor: operator('hypershift') },
  {
    type: 'InfrastructureReady',
    want: 'True',
    required: true,
    onTheWay: true,
    nextActor: cloud('infrastructure provider'),
  },
  { type: 'NodeHealthy', want: 'True', required: true, onTheWay: true, nextActor: KUBELET },
  { type: 'HealthCheckSucceeded', want: 'True', nextActor: operator('cluster-api', 'replaces it') },
  { type: 'OwnerRemediated', want: 'True', onTheWay: true, nextActor: operator('cluster-api', 'replaces it') },
]

/** A machine: what its provider made of it, and, in the cluster that it joins, its node and the certificates it asks for. */
export const machine: Explainer<ClusterApiMachine> = {
  kind: ClusterApiMachine,
  parts: async (object, read) => {
    const { namespace = '' } = object.metadata
    const infrastructure = await referredPart(read, namespace, object.spec.infrastructureRef)
    return [...infrastructure, ...(await joinedParts(object, read))]
  },
  verdict: (object, children) => pausedVerdict(object) ?? brokenForGood(object) ?? progress(object, children),
  deletion: (object, children) =>
    heldByHook(object, children) ?? heldByPods(object, children) ?? deletionUnlessPaused(object, children),
}

/** Where its node is, or will be. Before the machine has an address there is nothing to look for. */
async function joinedParts(object: Stored<ClusterApiMachine>, read: Reader): Promise<Part[]> {
  const { metadata, spec, status } = object
  const names = nodeNames(status)
  if (names.length === 0) return []
  const api = await openMachineCluster(read, metadata.namespace ?? '', spec.clusterName)
  if ('closed' in api) return []
  const { tenant } = api
  const [nodes, requests, budgets] = await Promise.all([
    tenant.list(Node),
    tenant.list(CertificateSigningRequest),
    budgetsHoldingMachine(object, read, tenant),
  ])
  const own = requests.filter((request) => names.some((name) => isRequestOf(request, name)))
  return [...budgets, ...partsOf(tenant, [...nodes.filter(({ metadata: { name } }) => names.includes(name)), ...own])]
}

/** Names that the node of a machine has or may get. */
function nodeNames(status: ClusterApiMachine['status']): string[] {
  const inside = (status?.addresses ?? []).filter(({ type }) => type === 'InternalDNS').map(({ address }) => address)
  return [...new Set([...(status?.nodeRef?.name ? [status.nodeRef.name] : []), ...inside])]
}

function brokenForGood({ status, metadata }: Stored<ClusterApiMachine>): Verdict | undefined {
  const { failureReason, failureMessage } = (status ?? {}) as { failureReason?: string; failureMessage?: string }
  if (!failureReason && !failureMessage) return undefined
  return failing({
    state: failureReason || 'Failed',
    waitsFor: failureMessage || 'another machine in its place',
    since: status?.lastUpdated ?? metadata.creationTimestamp,
    nextActor: user('correct what the message names, and delete the Machine'),
  })
}

function progress(object: Stored<ClusterApiMachine>, children: readonly Explained[]): Verdict {
  const unmet = firstUnmet(object, RULES)
  if (!unmet) return good(object.status?.phase ?? 'Running', conditionOf(object, 'NodeHealthy')?.lastTransitionTime)
  const broken = children.find(({ health }) => health !== 'good')
  if (broken) return { ...unmet, nextActor: broken.nextActor }
  if (unmet.nextActor.role === 'cloud') return { ...unmet, nextActor: providerOf(object.spec.infrastructureRef.kind) }
  return object.status?.infrastructureReady && !object.status.nodeRef ? joining(object, children, unmet) : unmet
}

/** The machine runs, but no node is known for it: how far did it get? */
function joining(object: Stored<ClusterApiMachine>, children: readonly Explained[], { since }: Verdict): Verdict {
  const asked = children.some(({ object: { kind } }) => kind === 'CertificateSigningRequest')
  return waiting({
    state: conditionOf(object, 'NodeHealthy')?.reason || 'Joining',
    waitsFor: asked
      ? 'its kubelet to register a node with the certificate that it got'
      : 'its boot: it fetches its configuration by ignition, then asks for a certificate, and has not asked yet',
    since,
    nextActor: KUBELET,
  })
}

/** Beginnings of annotations by which others hold a machine that goes, by what it says while they do. */
const HOOKS: Readonly<Record<string, string>> = {
  WaitingForPreDrainHook: 'pre-drain.delete.hook.machine.cluster.x-k8s.io/',
  WaitingForPreTerminateHook: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/',
}
/** The end of the one that the provider itself put there. */
const OWN_HOOK = '/agentmachine'

/** A hook that the provider itself put there is its own business; any other is somebody's. */
function heldByHook(object: Stored<ClusterApiMachine>, children: readonly Explained[]): Verdict | undefined {
  const { reason = '' } = nextConditionsOf(object).find(({ type }) => type === 'Deleting') ?? {}
  const beginning = HOOKS[reason]
  if (beginning === undefined) return undefined
  const hooks = Object.keys(object.metadata.annotations ?? {}).filter((key) => key.startsWith(beginning))
  const foreign = hooks.find((hook) => !hook.endsWith(OWN_HOOK))
  const nextActor = foreign
    ? user(`find who put annotation ${foreign} there`)
    : operator('agent provider', 'gives the host back')
  return { ...explainDeletion(object, children), nextActor }
}
