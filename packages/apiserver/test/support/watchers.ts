import http2 from 'node:http2'
import type { ApiServer } from '../../src/server.ts'
import { ADMIN_TOKEN } from './laboratory.ts'

/** An event as a line of a watch shows it. */
export interface WatchEvent {
  type: string
  object: { kind?: string; code?: number; metadata: { name: string; resourceVersion: string } }
}

/** A watch over HTTP/2. */
export interface Watcher {
  readonly events: readonly WatchEvent[]
  /** Resolves when so many events have come, or the watch is over. */
  until(count: number): Promise<void>
  close(): void
}

/** A connection with room for many watches. */
export function connectWatchers(server: ApiServer): { watch(path: string): Promise<Watcher>; close(): void } {
  const session = http2.connect(server.url, { ca: server.ca, settings: { initialWindowSize: 1 << 20 } })
  session.on('error', () => {})
  session.setMaxListeners(0)
  return {
    watch: (path) => openWatch(session, path),
    close: () => session.destroy(),
  }
}

/** Resolves when the server has begun to answer: what happens from then on is seen. */
function openWatch(session: http2.ClientHttp2Session, path: string): Promise<Watcher> {
  const stream = session.request({ ':path': path, authorization: `Bearer ${ADMIN_TOKEN}` })
  const events: WatchEvent[] = []
  let rest = ''
  let over = false
  let look = () => {}
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    rest += chunk
    if (!chunk.includes('\n')) return
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) events.push(JSON.parse(line))
    look()
  })
  stream.on('error', () => {})
  stream.on('close', () => {
    over = true
    look()
  })
  const watcher: Watcher = {
    events,
    until: (count) =>
      new Promise((resolve) => {
        look = () => {
          if (over || events.length >= count) resolve()
        }
        look()
      }),
    close: () => stream.close(),
  }
  return new Promise((resolve, reject) => {
    stream.once('response', (headers) =>
      headers[':status'] === 200 ? resolve(watcher) : reject(new Error(`the watch was answered ${headers[':status']}`)),
    )
    stream.once('error', reject)
  })
}
