import { type Pod } from '@skep/api'
import type { Client, Stored } from '@skep/client'
/** What becomes of the pods of a node that is drained. */
export interface SortedPods {
  /** Asked to go. */
  readonly evicted: Stored<Pod>[]
  /** On their way already. */
  readonly going: Stored<Pod>[]
  /** Waited for, until they are done. */
  readonly awaited: Stored<Pod>[]
  /** Left where they are. */
  readonly left: Stored<Pod>[]
}
/** Decides on every pod of a node. */
export declare function sortPods(
  client: Client,
  pods: readonly Stored<Pod>[],
  {
    unreachable,
    now,
  }: {
    readonly unreachable: boolean
    readonly now: number
  },
): Promise<SortedPods>
/** A pod as messages name it. */
export declare const podName: ({ metadata }: Stored<Pod>) => string
//# sourceMappingURL=drained-pods.d.ts.map
