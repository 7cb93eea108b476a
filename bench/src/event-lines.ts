const NEWLINE = 10
const DOT = 46
const ZERO = 48
const ADDED = Buffer.from('{"type":"ADDED"')
const SENT = Buffer.from('"sent":"')

/**
 * Finds the events in what a watch sends, and tells of each new object when its write was sent. It looks at the bytes as
 * they are, and copies only lines that the network cut in two: the client shares its cores with the server it measures.
 */
export class EventLines {
  readonly #onAdded: (sentAt: number) => void
  #rest: Buffer | undefined

  constructor(onAdded: (sentAt: number) => void) {
    this.#onAdded = onAdded
  }

  read(piece: Buffer): void {
    let begin = this.#rest ? this.#completeRest(this.#rest, piece) : 0
    if (begin === -1) return
    for (let end = piece.indexOf(NEWLINE, begin); end !== -1; end = piece.indexOf(NEWLINE, begin)) {
      this.#readLine(piece, begin)
      begin = end + 1
    }
    if (begin < piece.length) this.#rest = Buffer.from(piece.subarray(begin))
  }

  /** Returns where the next line begins, or -1 when there is no end to this one. */
  #completeRest(rest: Buffer, piece: Buffer): number {
    const end = piece.indexOf(NEWLINE)
    const line = Buffer.concat([rest, end === -1 ? piece : piece.subarray(0, end + 1)])
    this.#rest = end === -1 ? line : undefined
    if (end === -1) return -1
    this.#readLine(line, 0)
    return end + 1
  }

  #readLine(bytes: Buffer, begin: number): void {
    if (bytes.compare(ADDED, 0, ADDED.length, begin, begin + ADDED.length) !== 0) return
    const at = bytes.indexOf(SENT, begin)
    if (at !== -1) this.#onAdded(readNumber(bytes, at + SENT.length))
  }
}

/** A number as JavaScript writes it, up to the quote that follows. */
function readNumber(bytes: Buffer, begin: number): number {
  let value = 0
  let scale = 0
  for (let at = begin; ; at++) {
    const byte = bytes[at]!
    if (byte === DOT) scale = 1
    else if (byte >= ZERO && byte < ZERO + 10) {
      value = value * 10 + byte - ZERO
      scale *= 10
    } else return scale > 1 ? value / scale : value
  }
}
