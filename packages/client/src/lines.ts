const NEWLINE = 0x0a

/**
 * Splits a stream of bytes into its lines, without their ends; a chunk that is a whole line is yielded as it is, so that
 * it can be known again. So is a last line that is cut short.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    if (parts.length === 0 && chunk.length > 0 && chunk.indexOf(NEWLINE) === chunk.length - 1) {
      yield chunk
      continue
    }
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end))
      yield joined(parts)
      parts = []
      start = end + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
  if (parts.length > 0) yield joined(parts)
}

const joined = (parts: Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts))
