import type { Clock, VirtualClock } from '@skep/base'

/** A simulated clock that is an hour ahead of the time outside, and goes as fast. */
export const anHourAheadOf = (outside: VirtualClock): Clock => ({
  now: () => outside.now() + 3_600_000,
  setTimer: (ms, fn) => outside.setTimer(ms, fn),
  sleep: (ms, signal) => outside.sleep(ms, signal),
  hold: () => outside.hold(),
  outside,
})
