/** Codes of errors, as frames carry them (RFC 9113, 7). */
export const ErrorCode = {
  noError: 0,
  protocolError: 1,
  internalError: 2,
  flowControlError: 3,
  settingsTimeout: 4,
  streamClosed: 5,
  frameSizeError: 6,
  refusedStream: 7,
  cancel: 8,
  compressionError: 9,
  enhanceYourCalm: 11,
} as const

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]

/** Something after which nothing on the connection can be trusted any more. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Something wrong with one stream; the others go on. */
export class StreamError extends Error {
  override readonly name = 'StreamError'
  readonly code: ErrorCode
  readonly stream: number

  constructor(stream: number, code: ErrorCode, message: string) {
    super(message)
    this.stream = stream
    this.code = code
  }
}
