import { formatTime } from '@skep/base'
import { compareReleases, parseRelease } from '../../catalog/release.ts'
import type { CatalogVersion } from '../../driver-seam.ts'
import { isAutomatic, isOver, type UpgradePolicy, type UpgradeState } from '../../model/upgrade-policy.ts'
import { nextScheduledTime } from '../../model/upgrade-schedule.ts'

/** How soon to look again whether a cluster can be upgraded that could not. */
const DELAYED_MS = 10_000
/** How soon to look again at an upgrade under way, should nobody tell of its end. */
const UNDER_WAY_MS = 60_000

/** What an upgrade depends on beside its policy. */
export interface UpgradeView {
  readonly now: number
  /** The release that runs; undefined while nobody knows. */
  readonly current: string | undefined
  /** What the upgrade waits for before it can begin; nothing unless given. */
  readonly obstacle?: string | undefined
  /** The versions to go to. */
  readonly offered: () => readonly CatalogVersion[]
  /** The release that everything has arrived at. */
  readonly arrived: string | undefined
  /** What is said of an upgrade under way. */
  readonly progress?: string | undefined
}

/** What is to be done about a policy now. */
export interface UpgradeDecision {
  /** What changes of the policy. */
  readonly policy: Pick<UpgradePolicy, 'state' | 'version' | 'next_run'>
  /** The release that is asked for while the upgrade is under way. */
  readonly wanted?: string
  /** The release that was arrived at just now. */
  readonly reached?: string
  readonly recheckAfterMs?: number
}

/** Says how a policy goes on: when it comes up, whether its upgrade can begin, and whether it is through. */
export function decideUpgrade(policy: UpgradePolicy, view: UpgradeView): UpgradeDecision {
  if (isOver(policy)) return { policy: {} }
  if (policy.state?.value === 'started') return follow(policy, view)
  const nextRun = policy.next_run ?? comesUp(policy, view.now)
  if (nextRun === undefined) return { policy: said('failed', `The schedule '${policy.schedule}' never comes up`) }
  const leftMs = Date.parse(nextRun) - view.now
  if (leftMs <= 0) return begin(policy, view)
  const { value = 'pending' } = policy.state ?? {}
  const described = value === 'pending' ? said('scheduled', `The upgrade is due at ${nextRun}`) : {}
  return { policy: { next_run: nextRun, ...described }, recheckAfterMs: leftMs }
}

/** When a policy comes up next. One that names no time does at once. */
function comesUp(policy: UpgradePolicy, now: number): string | undefined {
  if (!isAutomatic(policy)) return formatTime(now)
  const time = nextScheduledTime(policy.schedule ?? '', now)
  return time === undefined ? undefined : formatTime(time)
}

function begin(policy: UpgradePolicy, view: UpgradeView): UpgradeDecision {
  if (view.obstacle !== undefined) return { policy: said('delayed', view.obstacle), recheckAfterMs: DELAYED_MS }
  const { current, offered } = view
  const target = isAutomatic(policy) ? newest(policy, view) : policy.version
  if (target === undefined || target === current || isBehind(target, current)) return nothingToDo(policy, view)
  if (!offered().some(({ raw_id, enabled }) => raw_id === target && enabled)) {
    return ended(policy, view, 'failed', `Version ${target} isn't offered where the cluster is`)
  }
  const started = said('started', `Upgrading from ${current ?? 'an unknown version'} to ${target}`)
  return { policy: { version: target, ...started }, wanted: target, recheckAfterMs: UNDER_WAY_MS }
}

function follow(policy: UpgradePolicy, view: UpgradeView): UpgradeDecision {
  const { version: target = '' } = policy
  if (view.arrived !== target) {
    const described = view.progress === undefined ? {} : said('started', view.progress)
    return { policy: described, wanted: target, recheckAfterMs: UNDER_WAY_MS }
  }
  return { ...ended(policy, view, 'completed', `The upgrade to ${target} is complete`), reached: target }
}

function nothingToDo(policy: UpgradePolicy, view: UpgradeView): UpgradeDecision {
  if (!isAutomatic(policy)) return ended(policy, view, 'completed', `The cluster is at ${view.current} already`)
  return ended(policy, view, 'scheduled', `There is nothing to upgrade ${view.current ?? 'the cluster'} to`)
}

/** A policy that comes up again says when. */
function ended(policy: UpgradePolicy, { now }: UpgradeView, value: UpgradeState, description: string): UpgradeDecision {
  const next = isAutomatic(policy) ? comesUp(policy, now) : undefined
  const described = said(value, description)
  if (next === undefined) return { policy: described }
  return { policy: { next_run: next, ...described }, recheckAfterMs: Date.parse(next) - now }
}

/** The newest release that an automatic policy may go to: of the same minor release, unless it says otherwise. */
function newest(policy: UpgradePolicy, { current, offered }: UpgradeView): string | undefined {
  const upgrades = offered().find(({ raw_id }) => raw_id === current)?.available_upgrades ?? []
  const from = parseRelease(current ?? '')
  const allowed = upgrades.filter(
    (version) => policy.enable_minor_version_upgrades || parseRelease(version)?.minor === from?.minor,
  )
  return allowed.at(-1)
}

function isBehind(target: string, current: string | undefined): boolean {
  const [to, from] = [parseRelease(target), parseRelease(current ?? '')]
  return to !== undefined && from !== undefined && compareReleases(to, from) < 0
}

const said = (value: UpgradeState, description: string) => ({ state: { value, description } })
