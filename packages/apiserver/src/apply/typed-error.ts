/** A value that its schema cannot hold, found while working out who owns what. */
export class TypedValueError extends Error {
  override readonly name = 'TypedValueError'
}
