const NEWLINE = 0x0a

/** Splits bytes that come in chunks into lines, without their ends. */
export class LineSplitter {
  #parts: Buffer[] | undefined;

  /** The lines that end in a chunk; one that is a whole line is yielded as it is, so that it can be known again. */
  *take(chunk: Buffer): Generator<Buffer> {
    if (this.#parts === undefined && chunk.length > 0 && chunk.indexOf(NEWLINE) === chunk.length - 1) {
      yield chunk
      return
    }
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield this.#joined(chunk.subarray(start, end))
      start = end + 1
    }
    if (start === chunk.length) return
    this.#parts ??= []
    this.#parts.push(chunk.subarray(start))
  }

  /** A last line that is cut short, if there is one. */
  *rest(): Generator<Buffer> {
    if (this.#parts) yield Buffer.concat(this.#parts)
  }

  #joined(last: Buffer): Buffer {
    if (this.#parts === undefined) return last
    const line = Buffer.concat([...this.#parts, last])
    this.#parts = undefined
    return line
  }
}

/** Splits a stream of bytes into its lines, the last one as far as it has come; see `LineSplitter`. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const lines = new LineSplitter()
  for await (const chunk of chunks) yield* lines.take(chunk)
  yield* lines.rest()
}
