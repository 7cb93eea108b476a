const PREFIX = 'machineconfiguration.openshift.io/'

/** Annotations of nodes by which whoever plans an update and whoever carries it out on the node speak to each other. */
export const NODE_ANNOTATIONS = {
  /** Hash of the configuration that the node has. */
  currentConfig: `${PREFIX}currentConfig`,
  /** Hash of the configuration that it shall have. */
  desiredConfig: `${PREFIX}desiredConfig`,
  /** Working, Done or Degraded. */
  state: `${PREFIX}state`,
  /** Why it is degraded. */
  reason: `${PREFIX}reason`,
  /** `drain-HASH` or `uncordon-HASH`: what the node waits for. */
  desiredDrain: `${PREFIX}desiredDrain`,
  /** The last of these that was done. */
  lastAppliedDrain: `${PREFIX}lastAppliedDrain`,
  /** Since when the simulated node is busy with its new configuration. */
  busySince: 'sim.skep.dev/update-busy-since',
} as const

/** What annotations of a node say, by the names above. */
export type UpdateState = { readonly [K in keyof typeof NODE_ANNOTATIONS]?: string }

/** Reads them. */
export function updateState({ metadata }: { metadata: { annotations?: Record<string, string> } }): UpdateState {
  const entries = Object.entries(NODE_ANNOTATIONS).map(([name, key]) => [name, metadata.annotations?.[key]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** How far a node is with the configuration that it shall have; undefined while nobody works on it. */
export function nodeUpdateOf(node: {
  metadata: { annotations?: Record<string, string> }
}): 'Draining' | 'Applying' | undefined {
  const { state, currentConfig, desiredConfig, desiredDrain = '', lastAppliedDrain } = updateState(node)
  if (state !== 'Working' || currentConfig === desiredConfig) return undefined
  return desiredDrain.startsWith('drain-') && desiredDrain !== lastAppliedDrain ? 'Draining' : 'Applying'
}

/** Writes them, for a merge patch: null takes one away. */
export const asAnnotations = (
  state: { readonly [K in keyof UpdateState]: string | null },
): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [NODE_ANNOTATIONS[name as keyof typeof NODE_ANNOTATIONS], value]),
  )
