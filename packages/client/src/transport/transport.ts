/** A request as a transport sends it. */
export interface TransportRequest {
  readonly method: string
  /** Path and query below the API root. */
  readonly path: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Nobody looks at the answer before all of it has come: it may be given in one piece. */
  readonly wantsWhole?: boolean
  /** Breaks the request off, or an answer that is still coming. */
  readonly signal?: AbortSignal
}

/** Headers of an answer by lower-case name; one that came several times is a list. */
export type TransportHeaders = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** An answer as it begins; its body comes in pieces, and reading fails loudly when it is broken off. */
export interface TransportResponse {
  readonly status: number
  readonly headers: TransportHeaders
  readonly body: AsyncIterable<Buffer>
  /** The body in one piece, when it has come with the answer: there is no need to read it then. */
  readonly whole?: Buffer
}

/**
 * The way of requests to one Kubernetes API. Rejects with `ConnectionError` when there is no answer, and with the
 * signal's reason when it aborts.
 */
export interface Transport {
  request(request: TransportRequest): Promise<TransportResponse>
  /** Breaks off what is under way and releases the connections. */
  close(): void
  /** Where requests go, for messages. */
  readonly target: string
  /**
   * False when there is no network in between: nothing gets better by asking again, and a caller whose work holds a
   * virtual clock must not wait on it.
   */
  readonly retries: boolean
}

/** The first value of a header. */
export function headerOf(headers: TransportHeaders, name: string): string | undefined {
  const value = headers[name]
  if (value === undefined) return undefined
  return Array.isArray(value) ? value[0] : String(value)
}

/** The whole of an answer's body. */
export async function readBody({ whole, body }: Pick<TransportResponse, 'whole' | 'body'>): Promise<Buffer> {
  if (whole !== undefined) return whole
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
