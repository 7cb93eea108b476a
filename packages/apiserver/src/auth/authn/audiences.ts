import { goQuoteList } from '@skep/schema'

/** The audiences wanted that the token is good for. */
export function matchAudiences(
  ofToken: readonly string[],
  wanted: readonly string[],
  apiAudiences: readonly string[],
): { audiences: string[] } | { error: string } {
  const claimed = ofToken.length === 0 ? apiAudiences : ofToken
  const audiences = claimed.filter((audience) => wanted.includes(audience))
  if (audiences.length > 0) return { audiences }
  return {
    error: `token audiences ${goQuoteList(claimed)} is invalid for the target audiences ${goQuoteList(wanted)}`,
  }
}
