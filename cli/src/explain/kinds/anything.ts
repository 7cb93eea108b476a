import type { Stored } from '@skep/client'
import { conditionsOf, type StatedCondition } from '../conditions.ts'
import { type Explainer, partsOf } from '../explainer.ts'
import { type Explained, failing, good, nameOf, operator, type Verdict, waiting } from '../model.ts'

/** Conditions that sum up how an object is, the most telling first. */
const SUMMARIES = ['Ready', 'Available', 'Succeeded', 'Complete', 'Established', 'Applied', 'Synced']

/** Names of conditions that are bad when they hold. */
const BAD_WHEN_TRUE =
  /Fail|Error|Degraded|Pressure|Unreachable|Unavailable|Missing|NotFound|NotReady|Invalid|Stalled|Conflict/

/** How an object of any kind is, going by its conditions; fine as long as nothing says otherwise. */
export function verdictOfConditions(object: Stored, children: readonly Explained[]): Verdict {
  const conditions = conditionsOf(object)
  const bad = conditions.find(({ type, status }) => BAD_WHEN_TRUE.test(type) && status === 'True')
  if (bad) return stated(object, bad, 'failing')
  const summary = SUMMARIES.map((name) => conditions.find(({ type }) => type === name)).find(
    (condition) => condition !== undefined,
  )
  if (summary && summary.status !== 'True') return stated(object, summary, 'waiting')
  return summary ? good(summary.type, summary.lastTransitionTime) : verdictOfChildren(object, children)
}

function stated({ kind }: Stored, condition: StatedCondition, health: 'failing' | 'waiting'): Verdict {
  const { type, status, reason, message, lastTransitionTime } = condition
  const say = health === 'failing' ? failing : waiting
  return say({
    state: reason || (health === 'failing' ? type : `Not${type}`),
    waitsFor: message || `condition ${type}, which is ${status}`,
    since: lastTransitionTime,
    nextActor: operator(`of ${kind}`),
  })
}

/** An object that says nothing about itself is as its parts are. */
export function verdictOfChildren({ metadata }: Stored, children: readonly Explained[]): Verdict {
  const bad = children.find(({ health }) => health === 'failing') ?? children.find(({ health }) => health === 'waiting')
  if (!bad) return good('Present', metadata.creationTimestamp)
  return waiting({
    state: 'Waiting',
    waitsFor: `${bad.object.kind} ${nameOf(bad.object)}`,
    since: bad.since,
    nextActor: bad.nextActor,
  })
}

/** Any kind: what it owns in its namespace, and what its conditions say. */
export const explainAnything: Omit<Explainer, 'kind'> = {
  parts: async (object, read) => partsOf(read, await read.ownedBy(object)),
}
