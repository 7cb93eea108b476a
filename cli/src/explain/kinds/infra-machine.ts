import {
  Agent,
  AgentCluster,
  AgentMachine,
  AwsCluster,
  AwsMachine,
  AzureCluster,
  AzureMachine,
  KubevirtCluster,
  KubevirtMachine,
  VirtualMachine,
} from '@skep/api'
import type { ClientKind, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { type ConditionRule, conditionOf, firstUnmet } from '../conditions.ts'
import { type Explainer, partsOf } from '../explainer.ts'
import { type Actor, cloud, failing, good, operator, user, type Verdict, waiting } from '../model.ts'
import { pausedVerdict, providerOf } from './cluster-api.ts'

/** Words of a cloud that says no, and goes on saying so until somebody does something about it. */
const LIMIT = /quota|limit|exceeded|insufficient ?capacity/i

/** A cloud that refuses for want of quota waits for a person. */
const actorFor = (verdict: Verdict, provider: Actor): Actor =>
  LIMIT.test(`${verdict.state} ${verdict.waitsFor ?? ''}`)
    ? user(`raise the quota, or free some, at ${provider.name}`)
    : provider

type WithStatus = KubeObject & { readonly status?: { readonly ready?: boolean } }

/** How a machine of a cloud is: what its condition says, or that nothing is known of it. */
function verdictOfMachine(object: Stored<WithStatus>, rules: readonly ConditionRule[], provider: Actor): Verdict {
  const paused = pausedVerdict(object as Stored)
  if (paused) return paused
  const unmet = firstUnmet(object, rules)
  if (!unmet)
    return object.status?.ready
      ? good('Ready', conditionOf(object, 'Ready')?.lastTransitionTime)
      : unseen(object, provider)
  const severity = (conditionOf(object, 'Ready') as { severity?: string } | undefined)?.severity
  const nextActor = unmet.nextActor.role === 'cloud' ? actorFor(unmet, provider) : unmet.nextActor
  return { ...unmet, nextActor, health: severity === 'Error' || nextActor.role === 'user' ? 'failing' : unmet.health }
}

const unseen = ({ metadata }: Stored<WithStatus>, provider: Actor): Verdict =>
  waiting({
    state: 'NotReady',
    waitsFor: 'its machine to be made',
    since: metadata.creationTimestamp,
    nextActor: provider,
  })

function cloudMachine<T extends WithStatus>(kind: ClientKind<T>, provider: Actor, running: string): Explainer<T> {
  const rules: ConditionRule[] = [
    { type: running, want: 'True', onTheWay: true, nextActor: provider },
    { type: 'Ready', want: 'True', onTheWay: true, nextActor: provider },
  ]
  return { kind, verdict: (object) => verdictOfMachine(object, rules, provider) }
}

const KUBEVIRT = cloud('KubeVirt')

const kubevirtMachine: Explainer<KubevirtMachine> = {
  ...cloudMachine(KubevirtMachine, KUBEVIRT, 'VMProvisioned'),
  parts: async ({ metadata: { namespace = '', name } }, read) =>
    partsOf(read, [await read.get(VirtualMachine, { namespace, name })]),
}

const AGENTS = operator('agent provider')

const AGENT_RULES: readonly ConditionRule[] = [
  {
    type: 'AgentReserved',
    want: 'True',
    onTheWay: true,
    nextActor: AGENTS,
    byReason: { NoSuitableAgents: user('boot another host, or approve one that matches agentLabelSelector') },
  },
  { type: 'AgentSpecSynced', want: 'True', onTheWay: true, nextActor: AGENTS },
  { type: 'AgentValidated', want: 'True', onTheWay: true, nextActor: user('correct what the host lacks') },
  { type: 'AgentRequirementsMet', want: 'True', onTheWay: true, nextActor: operator('assisted installer') },
  { type: 'Installed', want: 'True', onTheWay: true, nextActor: operator('assisted installer') },
  { type: 'Ready', want: 'True', onTheWay: true, nextActor: AGENTS },
]

const agentMachine: Explainer<AgentMachine> = {
  kind: AgentMachine,
  parts: async ({ status }, read) => {
    const { name, namespace } = status?.agentRef ?? {}
    return name && namespace ? partsOf(read, [await read.get(Agent, { name, namespace })]) : []
  },
  verdict: (object) => {
    const verdict = verdictOfMachine(object, AGENT_RULES, AGENTS)
    if (verdict.state !== 'NoSuitableAgents') return verdict
    return { ...verdict, waitsFor: 'a free host: an Agent that is approved, valid, connected and not bound' }
  },
}

const agent: Explainer<Agent> = {
  kind: Agent,
  verdict: (object) => {
    const { spec, status, metadata } = object
    if (!spec?.approved) {
      const nextActor = user(`approve Agent ${metadata.name}: set spec.approved`)
      return failing({ state: 'NotApproved', waitsFor: 'approval', since: metadata.creationTimestamp, nextActor })
    }
    const unmet = firstUnmet(object, [
      { type: 'Connected', want: 'True', nextActor: user('see that the host is on and reaches the service') },
      { type: 'Validated', want: 'True', nextActor: user('correct what the host lacks') },
      { type: 'Installed', want: 'True', onTheWay: true, nextActor: operator('assisted installer') },
    ])
    return unmet ?? good(status?.debugInfo?.state || 'Known', metadata.creationTimestamp)
  },
}

/** The provider's part of a cluster. */
const infraCluster = (kind: Explainer['kind']): Explainer => ({
  kind,
  verdict: (object) => {
    const provider = providerOf(kind.kind)
    return verdictOfMachine(object, [{ type: 'Ready', want: 'True', onTheWay: true, nextActor: provider }], provider)
  },
})

/** What providers make of machines and clusters. */
export const INFRA_MACHINE_EXPLAINERS: readonly Explainer[] = [
  cloudMachine(AzureMachine, cloud('Azure'), 'VMRunning'),
  cloudMachine(AwsMachine, cloud('AWS'), 'InstanceReady'),
  cloudMachine(VirtualMachine, KUBEVIRT, 'Ready'),
  kubevirtMachine,
  agentMachine,
  agent,
  ...[AzureCluster, AwsCluster, KubevirtCluster, AgentCluster].map(infraCluster),
]
