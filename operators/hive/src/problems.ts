/** Several problems as one text, as Go's libraries write it. */
export const aggregateProblems = (problems: readonly string[]): string =>
  problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`
