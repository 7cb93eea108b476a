import type { Stored } from '@skep/client'
import { asDecided } from './decided.ts'
import { explainDeletion } from './deletion.ts'
import type { Explainer, Part } from './explainer.ts'
import { explainAnything, verdictOfConditions } from './kinds/anything.ts'
import { type Explained, isFine, type ObjectName, type Verdict } from './model.ts'
import type { Reader } from './reader.ts'
import { explainerOf } from './registry.ts'
import { partsThatCount, unlessClaimed } from './simulated.ts'
import type { SimulationFacts } from './simulation.ts'
import type { TimeSource } from './times.ts'
import { unlessUnattended } from './unattended.ts'

/** Deeper trees than any operator makes, so that a loop of references ends. */
const MAX_DEPTH = 12

/** What is known besides the objects. */
export interface Surroundings {
  /** Real time, by which servers stamp objects. */
  readonly now: number
  readonly simulation?: SimulationFacts | undefined
}

/** What is the same for the whole of one explanation. */
interface Course extends Surroundings {
  /** Whether everything in a namespace is looked at to find what an object of a kind owns of which nothing is known. */
  readonly searches: boolean
}

/** Explains an object and everything that belongs to it. */
export const explainObject = (object: Stored, read: Reader, surroundings: Surroundings): Promise<Explained> =>
  explainPart({ object, read }, new Set(), { ...surroundings, searches: explainerOf(object) === undefined })

async function explainPart(part: Part, above: ReadonlySet<string>, course: Course): Promise<Explained> {
  if ('verdict' in part) return { object: part.name, ...part.verdict, children: [] }
  const { object, read } = part
  const explainer = explainerOf(object) ?? explainAnything
  const path = new Set([...above, object.metadata.uid])
  const parts = path.size > MAX_DEPTH || isPlain(explainer, object, course) ? [] : await explainer.parts?.(object, read)
  const below = partsThatCount(object, parts ?? [], course.simulation).filter((child) => !isAbove(child, path))
  const children = await Promise.all(below.map((child) => explainPart(child, path, course)))
  const own = unlessClaimed(judge(explainer, object, children), object, children, course.simulation)
  const judged = await withWarning(own, { object, children, read, now: course.now })
  const verdict = asDecided(unlessUnattended(judged, object, children, course), object, course.simulation)
  const { deletionTimestamp } = object.metadata
  return {
    // First: a verdict may be that of a part, with more than a verdict in it.
    ...verdict,
    object: objectName(object, read.cluster),
    sinceBy: verdict.sinceBy ?? sourceOf(verdict, object, children),
    ...(deletionTimestamp === undefined ? {} : { deletedAt: deletionTimestamp }),
    children,
  }
}

/** Whether an object is one of many of which nothing is known, has no trouble, and is not worth a search. */
const isPlain = (explainer: Omit<Explainer, 'kind'>, object: Stored, { searches }: Course): boolean =>
  explainer === explainAnything && !searches && judge(explainer, object, []).health === 'good'

/** Times of objects as such are the server's, and so are those that Kubernetes itself writes. */
function sourceOf({ since }: Verdict, { apiVersion, metadata }: Stored, children: readonly Explained[]): TimeSource {
  if (since === metadata.creationTimestamp || since === metadata.deletionTimestamp) return 'server'
  const below = children.find((child) => child.since === since && child.sinceBy !== undefined)
  return below?.sinceBy ?? (KUBERNETES_GROUPS.test(apiVersion) ? 'server' : 'operator')
}

/** Groups that Kubernetes has itself. */
const KUBERNETES_GROUPS = /^(v1|[a-z]+\/v\w+|[a-z.]+\.k8s\.io\/v\w+)$/

const isAbove = (part: Part, path: ReadonlySet<string>): boolean =>
  'object' in part && path.has(part.object.metadata.uid)

/** How an object is, given how its parts are. */
export function judge(explainer: Omit<Explainer, 'kind'>, object: Stored, children: readonly Explained[]): Verdict {
  const { verdict, deletion } = explainer
  if (object.metadata.deletionTimestamp !== undefined) return (deletion ?? explainDeletion)(object, children)
  return (verdict ?? verdictOfConditions)(object, children)
}

/** Adds what was last complained about an object whose parts do not say what is wrong. */
async function withWarning(
  verdict: Verdict,
  { object, children, read, now }: { object: Stored; children: readonly Explained[]; read: Reader; now: number },
): Promise<Verdict> {
  if (verdict.health === 'good' || !children.every(isFine)) return verdict
  const { message: warning, lastTimestamp } = (await read.warningOf(object)) ?? {}
  const isOld = now - Date.parse(lastTimestamp ?? '') > WARNS_FOR_MS
  if (!warning || isOld || verdict.waitsFor?.includes(warning)) return verdict
  return { ...verdict, waitsFor: `${verdict.waitsFor ?? verdict.state} (last warning: ${warning})` }
}

/** What still is in the way is complained about again by then. */
const WARNS_FOR_MS = 600_000

const objectName = ({ apiVersion, kind, metadata }: Stored, cluster: string): ObjectName => ({
  cluster,
  apiVersion,
  kind,
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  name: metadata.name,
})
