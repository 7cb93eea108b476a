import type { Node } from '@skep/api'
/** How a node is: well unless a condition says otherwise; unknown only when none of them is known. */
export declare function summarizeNode({ status }: Node): {
  status: 'True' | 'False' | 'Unknown'
  message: string
}
/** Since when a node has been ready, in milliseconds; undefined when it is not. */
export declare function readySince({ status }: Node): number | undefined
/** Whether nothing has been heard of a node for so long that its pods will never be seen to end. */
export declare const isUnreachable: ({ status }: Node) => boolean
//# sourceMappingURL=node-health.d.ts.map
