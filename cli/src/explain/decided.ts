import type { Stored } from '@skep/client'
import type { FailureScenario, OverrideEntry } from '@skep/sim'
import { failing, nameOf, user, type Verdict } from './model.ts'
import type { SimulationFacts } from './simulation.ts'

/** Where the control API is unless told otherwise. */
const USUAL_URL = /^http:\/\/(localhost|127\.0\.0\.1):8080\/?$/

/** States at which what is to go can be made to fail. */
const REMOVAL = /^Deprovision/

/** What is said of an object for which somebody decided how it behaves: that, since nobody else can change it. */
export function asDecided(verdict: Verdict, object: Stored, simulation: SimulationFacts | undefined): Verdict {
  if (!simulation || verdict.health === 'good') return verdict
  const entry = simulation.overrides.find((candidate) => isFor(candidate, object))
  if (!entry) return asItsType(verdict, object, simulation)
  if ('success' in entry.override) return verdict
  if ('failure' in entry.override) return asFailed(verdict, object, failureOfOne(entry, entry.override, simulation.url))
  if (verdict.nextActor.role === 'user') return verdict
  const slow = `each of its states takes ${entry.override.delaySeconds} s, by \`skep sim delay\``
  return { ...verdict, waitsFor: `${verdict.waitsFor ?? verdict.state} (${slow})` }
}

const isFor = ({ kind, namespace, name }: OverrideEntry, { kind: ofKind, metadata }: Stored): boolean =>
  kind === ofKind && namespace === (metadata.namespace ?? '') && name === metadata.name

/** A failure that was asked for, by which command, and what takes it back. */
interface AskedFailure {
  readonly failure: Omit<FailureScenario, 'condition'>
  readonly by: string
  readonly undo: string
}

const failureOfOne = (
  { kind, namespace, name }: OverrideEntry,
  { failure }: Pick<AskedFailure, 'failure'>,
  url: string,
): AskedFailure => ({
  failure,
  by: 'skep sim fail',
  undo: at(url, `skep sim clear ${kind.toLowerCase()} ${nameOf({ namespace, name })}`),
})

const at = (url: string, command: string): string => (USUAL_URL.test(url) ? command : `${command} --url ${url}`)

/** What is said of one that fails because many of its type do. */
function asItsType(verdict: Verdict, object: Stored, { scenarios = [], url }: SimulationFacts): Verdict {
  const type = object.kind.toLowerCase()
  const hit = scenarios.find((candidate) => candidate.type === type && hits(candidate.scenario, object, verdict))
  if (!hit) return verdict
  return asFailed(verdict, object, {
    failure: hit.scenario,
    by: `skep sim set ${type}`,
    undo: at(url, 'skep sim reset'),
  })
}

/** Whether an object is among those that fail. Where chance decides, only what the object says of itself can tell. */
function hits(scenario: FailureScenario, { metadata }: Stored, verdict: Verdict): boolean {
  const { labels = {}, objects, count, probability = 1 } = scenario
  const isChosen = Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value)
  if (!isChosen || (objects && !objects.includes(nameOf(metadata)))) return false
  return (count === undefined && probability >= 1) || tells(verdict, scenario)
}

/** Whether it is this failure that a verdict is about. */
const tells = ({ state, waitsFor = '' }: Verdict, failure: AskedFailure['failure']): boolean =>
  (failure.message !== '' && waitsFor.includes(failure.message)) || SILENT[failure.state ?? ''] === state

/** What others say of one that fails at a state without a word of its own. */
const SILENT: Readonly<Record<string, string>> = { Agent: 'ManagedClusterLeaseUpdateStopped' }

function asFailed(verdict: Verdict, { metadata }: Stored, { failure, by, undo }: AskedFailure): Verdict {
  const { reason, message, state = '' } = failure
  if (metadata.deletionTimestamp !== undefined && !REMOVAL.test(state)) return verdict
  // What else a person has to do comes first.
  if (verdict.nextActor.role === 'user' && !tells(verdict, failure)) return verdict
  const where = state === '' ? '' : ` at ${state}`
  return failing({
    state: reason || verdict.state,
    waitsFor: `${message || verdict.waitsFor || verdict.state} (made to fail${where} by \`${by}\`)`,
    since: verdict.since,
    nextActor: user(`\`${undo}\` lets it go on`),
  })
}
