import { type AnyObject, placeOf } from './inventory.ts'

interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string
}

/**
 * What there is of a cluster, in words that are the same for clusters that are alike: for every object where it is, its
 * kind, and what its status says. Names are left out, since many end by chance.
 */
export function stateOf(name: string, inventory: readonly AnyObject[]): string[] {
  return inventory
    .filter((object) => placeOf(object).includes(name))
    .map((object) => describe(object).replaceAll(name, 'NAME'))
    .sort()
}

function describe({ kind, metadata: { namespace = '', deletionTimestamp }, spec, status }: AnyObject): string {
  const { replicas } = (spec ?? {}) as { replicas?: number }
  const {
    phase,
    conditions = [],
    version,
  } = (status ?? {}) as Partial<Record<string, unknown>> & {
    phase?: string
    conditions?: Condition[]
  }
  return [
    `${kind} in ${namespace}`,
    deletionTimestamp === undefined ? [] : 'going',
    replicas === undefined ? [] : `${replicas} replicas`,
    phase ?? [],
    historyOf(version),
    Array.isArray(conditions) ? conditions.map(said).sort() : [],
  ]
    .flat()
    .join(', ')
}

const said = ({ type, status, reason }: Condition): string => `${type}=${status}/${reason ?? ''}`

/** The versions of a cluster, or the version of a pool. */
function historyOf(version: unknown): string[] {
  if (typeof version === 'string') return [version]
  const { history = [] } = (version ?? {}) as { history?: { version: string; state: string }[] }
  return history.map(({ version: release, state }) => `${release} ${state}`)
}
