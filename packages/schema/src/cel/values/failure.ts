/**
 * What evaluation throws. Not an Error: `&&`, `||` and the macros absorb failures by the thousand, and none of them needs
 * a stack trace.
 */
export class Failure {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** Thrown when an evaluation has used up its budget. Nothing absorbs it. */
export class CostExceeded {
  readonly message = 'operation cancelled: actual cost limit exceeded'
}

/** Ends the evaluation of the innermost expression that does not absorb failures. */
export function fail(message: string): never {
  throw new Failure(message)
}

/** The arguments fit no declared signature. */
export const noSuchOverload = (): never => fail('no such overload')
