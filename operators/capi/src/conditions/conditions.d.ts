import type { ClusterApiCondition } from '@skep/api'
/** A condition as a controller states it; when it changed is worked out. */
export type Statement = Omit<ClusterApiCondition, 'lastTransitionTime'>
/** How bad it is that a condition is False. */
export type Severity = 'Error' | 'Warning' | 'Info'
/** That all is well. */
export declare const isTrue: (type: string) => Statement
/** That something is not so, or not yet. */
export declare const isFalse: (type: string, reason: string, severity: Severity, message?: string) => Statement
/** That nobody knows. */
export declare const isUnknown: (type: string, reason: string, message?: string) => Statement
/** What has conditions. */
export interface Conditioned {
  conditions?: ClusterApiCondition[] | undefined
}
/** The condition of a type, if there is one. */
export declare const findCondition: (
  from: Readonly<Conditioned> | undefined,
  type: string,
) => ClusterApiCondition | undefined
/** Whether there is a condition of a type with this status. */
export declare const hasStatus: (from: Readonly<Conditioned> | undefined, type: string, status: string) => boolean
/** States a condition, in place. Its time moves when it says anything else than before; Ready comes first in the list. */
export declare function setCondition(target: Conditioned, statement: Statement, now: number): void
/** Takes a condition back, in place. */
export declare function removeCondition(target: Conditioned, type: string): void
/** Ready first, then by type. */
export declare const compareTypes: (
  a: {
    readonly type: string
  },
  b: {
    readonly type: string
  },
) => number
//# sourceMappingURL=conditions.d.ts.map
