import type { Stored } from '@skep/client'
import { conditionsOf, nextConditionsOf } from './conditions.ts'
import { type Explained, failing, good, user, type Verdict } from './model.ts'
import type { SimulationFacts } from './simulation.ts'

/** Which operator of Skep looks after the kinds of a group. */
const OPERATORS: Readonly<Record<string, string>> = {
  'hypershift.openshift.io': 'hypershift',
  'cluster.x-k8s.io': 'hypershift',
  'infrastructure.cluster.x-k8s.io': 'hypershift',
  'capi-provider.agent-install.openshift.io': 'hypershift',
  'work.open-cluster-management.io': 'work',
  'cluster.open-cluster-management.io': 'mce',
  'addon.open-cluster-management.io': 'mce',
  'hive.openshift.io': 'hive',
  'aws.managed.openshift.io': 'accounts',
  'gcp.managed.openshift.io': 'accounts',
}

/** Kinds of Hive that its operator reads when something else needs them, and never looks at for their own sake. */
const ONLY_READ = new Set([
  'Checkpoint',
  'ClusterDeploymentCustomization',
  'ClusterImageSet',
  'ClusterRelocate',
  'MachinePoolNameLease',
  'SelectorSyncIdentityProvider',
  'SelectorSyncSet',
  'SyncIdentityProvider',
  'SyncSet',
])

/** What the simulator engine of Hive plays: everything else of these operators it keeps as it is. */
const SIMULATED = new Set(['ClusterDeployment', 'AccountClaim', 'ProjectClaim'])

/** What runs only in `skep up`. */
const ONLY_UP = new Set(['hive', 'accounts'])

/** Operators look at a change at once, or within seconds when they have much to do. */
const LOOK_WITHIN_MS = 30_000

/** What is said of an object at which its operator has not looked for long: nothing else is true until it runs. */
export function unlessUnattended(
  verdict: Verdict,
  object: Stored,
  children: readonly Explained[],
  { now, simulation }: { readonly now: number; readonly simulation?: SimulationFacts | undefined },
): Verdict {
  const name = OPERATORS[object.apiVersion.split('/')[0] ?? '']
  if (name === undefined || verdict.nextActor.role === 'user') return verdict
  if (name === 'hive' && ONLY_READ.has(object.kind)) return verdict
  if (ONLY_UP.has(name) && simulation?.engine === 'simulator' && !SIMULATED.has(object.kind)) return kept(object)
  const since = changeUnseen(object, children)
  if (since === undefined || now - Date.parse(since) < LOOK_WITHIN_MS) return verdict
  const unseen = failing({
    state: 'Unattended',
    waitsFor: `operator ${name}, which has not looked at it since it was ${whatChanged(object)}: is it running?`,
    since,
    nextActor: user(`see that operator ${name} runs: ${howToStart(name)}`),
  })
  return { ...unseen, sinceBy: 'server', inherited: true }
}

/** What is said of an object that is there for others to see, and that nobody is meant to act on. */
function kept({ metadata }: Stored): Verdict {
  if (metadata.deletionTimestamp === undefined) return good('NotSimulated', metadata.creationTimestamp)
  return failing({
    state: 'NotSimulated',
    waitsFor: `finalizers ${(metadata.finalizers ?? []).join(', ')}, which the simulator engine of Hive leaves alone`,
    since: metadata.deletionTimestamp,
    nextActor: user('remove these finalizers, or start Hive with --engine full'),
  })
}

const howToStart = (name: string): string =>
  ONLY_UP.has(name) ? `\`skep up\` without --disable ${name}` : `\`skep up\`, or \`skep controllers --enable ${name}\``

function whatChanged(object: Stored): string {
  if (object.metadata.deletionTimestamp !== undefined) return 'deleted'
  return observedBy(object) === undefined ? 'made' : 'changed'
}

/** Since when a change waits to be looked at, by the server's clock; undefined when none does. */
function changeUnseen(object: Stored, children: readonly Explained[]): string | undefined {
  const { creationTimestamp, deletionTimestamp, generation = 0, finalizers = [] } = object.metadata
  const lastWrite = newest(object, () => true)
  if (deletionTimestamp !== undefined) {
    const isHeld = finalizers.length > 0 && !children.some(({ deletedAt }) => deletedAt !== undefined)
    return isHeld && Date.parse(lastWrite ?? '') <= Date.parse(deletionTimestamp) ? deletionTimestamp : undefined
  }
  const observed = observedBy(object)
  if (observed === undefined) return hasStatus(object) ? undefined : creationTimestamp
  return observed < generation ? newest(object, ({ subresource }) => subresource !== 'status') : undefined
}

/** Up to which generation its operator has seen it; undefined when it does not say. */
function observedBy(object: Stored & { status?: { observedGeneration?: number } }): number | undefined {
  const stated = [...conditionsOf(object), ...nextConditionsOf(object), object.status ?? {}]
  const seen = stated.flatMap(({ observedGeneration }: { observedGeneration?: number }) => observedGeneration ?? [])
  return seen.length === 0 ? undefined : Math.max(...seen)
}

const hasStatus = ({ status = {} }: Stored & { status?: object }): boolean => Object.keys(status).length > 0

type Write = NonNullable<Stored['metadata']['managedFields']>[number]

/** When somebody last wrote, among the writes that count. */
const newest = ({ metadata }: Stored, counts: (write: Write) => boolean): string | undefined =>
  (metadata.managedFields ?? [])
    .filter(counts)
    .map(({ time }) => time ?? '')
    .sort()
    .at(-1)
