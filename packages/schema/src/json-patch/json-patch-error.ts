/** A patch that does not fit the document. */
export class JsonPatchError extends Error {
  override readonly name = 'JsonPatchError'
}
