import type { Stored } from '@skep/client'
import type { OverrideEntry } from '@skep/sim'
import { failing, nameOf, user, type Verdict } from './model.ts'
import type { SimulationFacts } from './simulation.ts'

/** Where the control API is unless told otherwise. */
const USUAL_URL = /^http:\/\/(localhost|127\.0\.0\.1):8080\/?$/

/** States at which what is to go can be made to fail. */
const REMOVAL = /^Deprovision/

/** What is said of an object for which somebody decided how it behaves: that, since nobody else can change it. */
export function asDecided(verdict: Verdict, object: Stored, simulation: SimulationFacts | undefined): Verdict {
  if (!simulation || verdict.health === 'good' || verdict.nextActor.role === 'user') return verdict
  const entry = simulation.overrides.find((candidate) => isFor(candidate, object))
  if (!entry || 'success' in entry.override) return verdict
  if ('failure' in entry.override) return asFailed(verdict, object, entry, simulation.url)
  const slow = `each of its states takes ${entry.override.delaySeconds} s, by \`skep sim delay\``
  return { ...verdict, waitsFor: `${verdict.waitsFor ?? verdict.state} (${slow})` }
}

const isFor = ({ kind, namespace, name }: OverrideEntry, { kind: ofKind, metadata }: Stored): boolean =>
  kind === ofKind && namespace === (metadata.namespace ?? '') && name === metadata.name

function asFailed(verdict: Verdict, { metadata }: Stored, entry: OverrideEntry, url: string): Verdict {
  if (!('failure' in entry.override)) return verdict
  const { reason, message, state = '' } = entry.override.failure
  if (metadata.deletionTimestamp !== undefined && !REMOVAL.test(state)) return verdict
  const at = state === '' ? '' : ` at ${state}`
  return failing({
    state: reason || verdict.state,
    waitsFor: `${message || verdict.waitsFor || verdict.state} (made to fail${at} by \`skep sim fail\`)`,
    since: verdict.since,
    nextActor: user(`\`${clearing(entry, url)}\` lets it go on`),
  })
}

const clearing = ({ kind, namespace, name }: OverrideEntry, url: string): string =>
  `skep sim clear ${kind.toLowerCase()} ${nameOf({ namespace, name })}${USUAL_URL.test(url) ? '' : ` --url ${url}`}`
