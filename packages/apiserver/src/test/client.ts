import type { UserInfo } from '../contracts.ts'
import type { ApiServer } from '../server.ts'

/** An answer with its body as JSON, for tests. */
export interface Answer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  body: any
}

/** A watch in a test: its events one by one, and a way to end it. */
export interface TestWatch {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  next(): Promise<{ type: string; object: any } | undefined>
  close(): void
}

/** Sends requests to a server inside the process, as tests read best. */
export class TestClient {
  readonly #server: Pick<ApiServer, 'handle'>
  readonly #prefix: string
  readonly #user: UserInfo | undefined

  constructor(server: Pick<ApiServer, 'handle'>, options: { prefix?: string; user?: UserInfo } = {}) {
    this.#server = server
    this.#prefix = options.prefix ?? ''
    this.#user = options.user
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.#server.handle({
      method,
      path: this.#prefix + path,
      body,
      headers: { 'user-agent': 'test/1.0', ...headers },
      ...(this.#user ? { user: this.#user } : {}),
    })
    const text = (await response.body()).toString()
    return { status: response.status, headers: response.headers, body: parse(text) }
  }

  get = (path: string, headers?: Record<string, string>) => this.send('GET', path, undefined, headers)
  post = (path: string, body: unknown, headers?: Record<string, string>) => this.send('POST', path, body, headers)
  put = (path: string, body: unknown) => this.send('PUT', path, body)
  delete = (path: string, body?: unknown) => this.send('DELETE', path, body)
  mergePatch = (path: string, body: unknown) =>
    this.send('PATCH', path, body, { 'content-type': 'application/merge-patch+json' })
  apply = (path: string, body: unknown) =>
    this.send('PATCH', path, body, { 'content-type': 'application/apply-patch+yaml' })

  async watch(path: string, headers: Record<string, string> = {}): Promise<TestWatch> {
    const stop = new AbortController()
    const response = await this.#server.handle({ path: this.#prefix + path, headers, signal: stop.signal })
    const lines = linesOf(response.chunks())
    return {
      next: async () => {
        const { value, done } = await lines.next()
        return done ? undefined : JSON.parse(value)
      },
      close: () => stop.abort(),
    }
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
