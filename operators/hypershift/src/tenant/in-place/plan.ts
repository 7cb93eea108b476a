import type { UpdateState } from './annotations.ts'

/** Whether a node does not have, completely, the configuration that its pool shall have. */
export function needsUpdate(state: UpdateState, target: string): boolean {
  if (state.desiredDrain !== state.lastAppliedDrain) return true
  return state.currentConfig !== target || state.state !== 'Done'
}

/** Whether a node is being updated to something. */
const isBusy = ({ currentConfig, desiredConfig }: UpdateState): boolean => currentConfig !== desiredConfig

/**
 * The nodes that shall be told of the target now: as many idle ones as may be unavailable besides those that are busy,
 * and the busy ones that are on their way to something else.
 */
export function nodesToTell<T extends { readonly state: UpdateState }>(
  nodes: readonly T[],
  target: string,
  maxUnavailable: number,
): T[] {
  const busy = nodes.filter(({ state }) => isBusy(state))
  const room = Math.max(0, maxUnavailable - busy.length)
  const idle = nodes.filter(({ state }) => !isBusy(state) && state.desiredConfig !== target)
  return [...idle.slice(0, room), ...busy.filter(({ state }) => state.desiredConfig !== target)]
}
