const sum = (sets, count) => sets.reduce((total, set) => total + count(set), 0)
/** Machines that there are or will be. */
const totalOf = (sets) => sum(sets, ({ spec, actual }) => Math.max(spec, actual))
/** What a set shall have, as far as it is planned. */
const plannedOf = (plan, { name, spec }) => plan.get(name) ?? spec
/** Lets the current set grow into the room that there is, or shrinks it to what is wanted. */
function planCurrent({ current, old, desired, maxSurge }, plan) {
  if (current.spec === desired) return
  if (current.spec > desired) {
    plan.set(current.name, desired)
    return
  }
  const room = desired + maxSurge - totalOf([...old, current])
  const growth = Math.min(room, desired - current.spec)
  if (growth > 0) plan.set(current.name, current.spec + growth)
}
/** Machines that may go, given what is on its way and how many of the new ones are not available yet. */
function roomOf({ current, old, desired, maxUnavailable }, plan) {
  const sets = [...old, current]
  const least = Math.max(desired - maxUnavailable, 0)
  const going = sum(sets, (set) => Math.max(set.actual - Math.min(set.spec, plannedOf(plan, set)), 0))
  const unavailable = Math.max(current.spec - current.available, 0)
  const machines = sum(sets, ({ spec }) => spec) - going - least - unavailable
  return { machines: Math.max(machines, 0), available: sum(sets, (set) => set.available) - least }
}
/** Scales old sets down within the room that is left: those machines that are not available, or any. */
function shrinkOld(old, plan, room, which) {
  for (const set of old) {
    const planned = plannedOf(plan, set)
    const most = which === 'any' ? planned : Math.max(planned - set.available, 0)
    const target = availabilityKept(set, planned, planned - Math.min(most, room.machines), room)
    if (target >= planned) continue
    plan.set(set.name, target)
    room.machines -= planned - target
  }
}
/** How far a set may really shrink: every machine that is deleted is taken for one that was available. */
function availabilityKept(set, planned, target, room) {
  if (set.available === 0) return target
  const deleted = Math.max(set.actual - target, 0)
  const allowed = Math.min(deleted, Math.max(room.available, 0))
  const kept = deleted > allowed ? Math.min(set.actual - allowed, planned) : target
  if (kept < planned) room.available -= Math.min(set.available, Math.max(set.actual - kept, 0))
  return kept
}
/**
 * When nothing moves any more because old machines are not available, and all new ones are, an old one goes although
 * the limits forbid it: it is not of use anyway.
 */
function breakDeadlock({ current, old }, plan) {
  const isMoving = plan.size > 0 || [...old, current].some(({ spec, actual }) => spec !== actual)
  if (isMoving || current.available !== current.actual) return
  const stuck = old.find(({ spec, actual, available }) => available !== actual && spec > 0)
  if (stuck) plan.set(stuck.name, stuck.spec - 1)
}
/** Replaces machines bit by bit, within the limits. */
export function planRollingUpdate(rollout) {
  const plan = new Map()
  planCurrent(rollout, plan)
  const room = roomOf(rollout, plan)
  if (sum(rollout.old, ({ spec }) => spec) > 0 && room.machines > 0) {
    shrinkOld(rollout.old, plan, room, 'unavailable')
    shrinkOld(rollout.old, plan, room, 'any')
  }
  breakDeadlock(rollout, plan)
  return plan
}
/** Waits until somebody deletes old machines; their sets follow, and shrink further only when fewer are wanted. */
export function planOnDelete(rollout) {
  const { current, old, desired } = rollout
  const plan = new Map()
  planCurrent(rollout, plan)
  let excess = Math.max(sum(old, ({ spec }) => spec) + plannedOf(plan, current) - desired, 0)
  const shrink = (set, by) => {
    if (by <= 0) return
    plan.set(set.name, plannedOf(plan, set) - by)
    excess -= by
  }
  for (const set of old) shrink(set, set.spec - set.actual)
  for (const set of old) shrink(set, Math.min(plannedOf(plan, set), excess))
  return plan
}
//# sourceMappingURL=rollout.js.map
