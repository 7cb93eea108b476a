/** Scales a deployment whose rollout is paused: all its sets in proportion, so that the rollout stays where it is. */
export function planPausedScale({ current, old, desired, maxSurge }) {
  const sets = [...(current ? [current] : []), ...old]
  const active = sets.filter(({ spec }) => spec > 0)
  if (active.length <= 1) return toSize(active[0] ?? sets[0], desired)
  if (current && current.spec === desired && current.available === desired) {
    return new Map(old.filter(({ spec }) => spec > 0).map(({ name }) => [name, 0]))
  }
  return inProportion(active, desired, desired > 0 ? desired + maxSurge : 0)
}
const toSize = (set, size) => (set && set.spec !== size ? new Map([[set.name, size]]) : new Map())
/** The largest set comes first, and gets what rounding leaves over. */
function inProportion(active, desired, allowed) {
  const toAdd = allowed - active.reduce((total, { spec }) => total + spec, 0)
  const ranked = [...active].sort((a, b) => b.spec - a.spec)
  const plan = new Map()
  let left = toAdd
  for (const set of ranked) {
    const share = desired === 0 ? -set.spec : Math.round((set.spec * allowed) / set.maxReplicas) - set.spec
    const added = toAdd > 0 ? Math.min(share, left) : Math.max(share, left)
    plan.set(set.name, set.spec + added)
    left -= added
  }
  const largest = ranked[0]
  plan.set(largest.name, Math.max((plan.get(largest.name) ?? 0) + left, 0))
  for (const { name, spec } of active) if (plan.get(name) === spec) plan.delete(name)
  return plan
}
//# sourceMappingURL=paused-scale.js.map
