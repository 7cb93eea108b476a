/** A search or an order that cannot be understood: the user's mistake. */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  /** Where in the text, from 0. */
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}
