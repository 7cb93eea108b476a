import http2 from 'node:http2'
import type { Target } from './target.ts'

export interface Answer {
  status: number
  body: Buffer
}

export interface RequestOptions {
  body?: string
  contentType?: string
}

const NEWLINE = 10

/** One HTTP/2 connection over TLS. Requests on it may overlap, but the load sends one at a time. */
export class Connection {
  private readonly session: http2.ClientHttp2Session
  private readonly target: Target

  private constructor(session: http2.ClientHttp2Session, target: Target) {
    this.session = session
    this.target = target
  }

  static open(target: Target): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const { ca, cert, key } = target
      const session = http2.connect(target.origin, { ca, cert, key, rejectUnauthorized: ca !== undefined })
      session.once('error', reject)
      session.once('connect', () => resolve(new Connection(session, target)))
    })
  }

  request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stream = this.send(method, path, options)
      const chunks: Buffer[] = []
      let status = 0
      stream.on('response', (headers) => {
        status = Number(headers[':status'])
      })
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => resolve({ status, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }))
      stream.on('error', reject)
    })
  }

  /** As `request`, but anything other than success is an error that says what the server answered. */
  async must(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.request(method, path, options)
    if (answer.status >= 300) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString('utf8').slice(0, 300)}`)
    }
    return answer
  }

  /** Opens a watch and calls `onEvent` with the bytes of each event as it arrives; copies only what is cut in two. */
  watch(path: string, onEvent: (event: Buffer) => void): void {
    const stream = this.send('GET', path, {})
    let rest: Buffer | undefined
    stream.on('data', (chunk: Buffer) => {
      let bytes = rest ? Buffer.concat([rest, chunk]) : chunk
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE)) {
        onEvent(bytes.subarray(0, end))
        bytes = bytes.subarray(end + 1)
      }
      rest = bytes.length > 0 ? bytes : undefined
    })
    stream.on('error', () => {})
  }

  close(): void {
    this.session.destroy()
  }

  private send(method: string, path: string, { body, contentType }: RequestOptions): http2.ClientHttp2Stream {
    const headers: http2.OutgoingHttpHeaders = {
      ':method': method,
      ':path': this.target.prefix + path,
      accept: 'application/json',
      'user-agent': 'skep-bench',
    }
    if (this.target.token) headers['authorization'] = `Bearer ${this.target.token}`
    if (body !== undefined) headers['content-type'] = contentType ?? 'application/json'
    const stream = this.session.request(headers, { endStream: body === undefined })
    if (body !== undefined) stream.end(body)
    return stream
  }
}
