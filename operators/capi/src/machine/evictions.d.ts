import type { Pod } from '@skep/api'
import { type Client, type Stored } from '@skep/client'
import { type SortedPods } from './drained-pods.ts'
/** What came of asking pods to go. */
export interface Evictions {
  readonly going: readonly Stored<Pod>[]
  /** By what stands in the way. */
  readonly refused: ReadonlyMap<string, readonly Stored<Pod>[]>
  /** Pods that end by themselves. */
  readonly awaited: readonly Stored<Pod>[]
}
/** Asks pods to go. */
export declare function evictPods(
  client: Client,
  { evicted, going, awaited }: SortedPods,
  deleteOptions: {
    readonly gracePeriodSeconds?: number
  },
): Promise<Evictions>
/** What a drain waits for, for people. */
export declare function drainMessage({ going, refused, awaited }: Evictions, since: string): string
//# sourceMappingURL=evictions.d.ts.map
