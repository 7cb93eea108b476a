import type { UserInfo } from '../../contracts.ts'

/** A token that proved who its holder is, and for which of the wanted audiences. */
export interface TokenOwner {
  readonly user: UserInfo
  readonly audiences: readonly string[]
}

/** A token of a known kind that is not good (any more). */
export interface TokenRefusal {
  readonly error: string
}

/** Undefined for a token of another kind. */
export type TokenResult = TokenOwner | TokenRefusal | undefined

/** Whether the token proved who its holder is. */
export const isOwner = (result: TokenResult): result is TokenOwner => result !== undefined && 'user' in result
