import { type ClusterApiMachine, ClusterApiMachineSet, matchesSelector, Pod, PodDisruptionBudget } from '@skep/api'
import { objectKey, type Stored } from '@skep/client'
import { explainDeletion } from '../deletion.ts'
import { missingPart, type Part } from '../explainer.ts'
import { type Actor, type Explained, failing, user, type Verdict } from '../model.ts'
import type { Reader } from '../reader.ts'

const CHANGE_BUDGET = 'let the tenant change the PodDisruptionBudget'

/**
 * What keeps pods on the node of a machine that goes, as it is now: the machine itself says so only as of when its drain
 * was last tried.
 */
export async function budgetsHoldingMachine(
  machine: Stored<ClusterApiMachine>,
  read: Reader,
  tenant: Reader,
): Promise<Part[]> {
  const { metadata, status } = machine
  const node = status?.nodeRef?.name
  if (metadata.deletionTimestamp === undefined || node === undefined) return []
  const limited = (await isOfGoingSet(machine, read)) ? `Machine ${objectKey(metadata)}` : 'the NodePool'
  return budgetsInTheWay(node, tenant, user(`${CHANGE_BUDGET}, or set spec.nodeDrainTimeout of ${limited}`))
}

/** A set hands time limits on to its machines until it goes itself. */
async function isOfGoingSet({ metadata }: Stored<ClusterApiMachine>, read: Reader): Promise<boolean> {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  const { namespace = '' } = metadata
  const set = owner && (await read.get(ClusterApiMachineSet, { namespace, name: owner.name }))
  return set === undefined || set.metadata.deletionTimestamp !== undefined
}

/** What keeps pods on a node that is drained, as it is now. */
export async function budgetsInTheWay(
  node: string,
  tenant: Reader,
  nextActor: Actor = user(CHANGE_BUDGET),
): Promise<Part[]> {
  const [pods, budgets] = await Promise.all([tenant.list(Pod), tenant.list(PodDisruptionBudget)])
  const staying = pods.filter((pod) => pod.spec?.nodeName === node && pod.metadata.deletionTimestamp === undefined)
  const isInTheWay = (budget: Stored<PodDisruptionBudget>) =>
    budget.status?.disruptionsAllowed === 0 && staying.some((pod) => covers(budget, pod))
  return budgets.filter(isInTheWay).map((budget) => part(tenant, budget, nextActor))
}

const covers = ({ metadata, spec }: PodDisruptionBudget, pod: Pod): boolean =>
  metadata.namespace === pod.metadata.namespace &&
  spec?.selector !== undefined &&
  matchesSelector(spec.selector, pod.metadata.labels)

function part(tenant: Reader, { metadata, status }: Stored<PodDisruptionBudget>, nextActor: Actor): Part {
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {}
  const waitsFor = `more healthy pods: it has ${currentHealthy} and needs ${desiredHealthy}, so that none may go`
  const verdict = failing({ state: 'NoDisruptionsAllowed', waitsFor, nextActor })
  return missingPart(tenant, PodDisruptionBudget, metadata, verdict)
}

/** Whose pods keep a machine from being drained decides about them. */
export function heldByPods(object: Stored<ClusterApiMachine>, children: readonly Explained[]): Verdict | undefined {
  const budget = children.find(({ object: { kind } }) => kind === PodDisruptionBudget.kind)
  if (!budget) return undefined
  const { nextActor } = budget
  const deleting = explainDeletion(object, children)
  return { ...deleting, health: 'failing', nextActor, own: true }
}
