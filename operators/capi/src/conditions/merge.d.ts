import type { Conditioned } from './conditions.ts'
import { type Statement } from './conditions.ts'
/** The Ready condition that follows from others, the first of which counts most; undefined when none of them is there. */
export declare function summary(
  from: Readonly<Conditioned>,
  types: readonly string[],
  /** Says how many of so many are done, in place of a message. */
  steps?: number,
): Statement | undefined
/** The Ready condition of another object as a condition of this one, or what is said where it has none. */
export declare function mirror(type: string, from: Readonly<Conditioned> | undefined, fallback: Statement): Statement
/** The Ready conditions of several objects as one, which names the object that it is about. */
export declare function aggregate(
  type: string,
  kind: string,
  objects: readonly {
    readonly metadata: {
      readonly name: string
    }
    readonly status?: Conditioned | undefined
  }[],
): Statement | undefined
//# sourceMappingURL=merge.d.ts.map
