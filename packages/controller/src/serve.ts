import http from 'node:http'
import { type Listening, listen } from './listen.ts'
import type { Manager } from './manager.ts'

/** Serves `/healthz` (the process lives), `/readyz` (everything watched is known) and `/metrics`, for kubelets and Prometheus. */
export async function serveManager(
  manager: Manager,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<Listening> {
  const server = http.createServer((request, response) => {
    const [status, text] = answer(manager, request.url ?? '/')
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
  })
  return listen(server, host, port)
}

function answer(manager: Manager, url: string): [status: number, text: string] {
  switch (url.split('?', 1)[0]) {
    case '/healthz':
      return [200, 'ok\n']
    case '/readyz':
      return readiness(manager)
    case '/metrics':
      return [200, manager.metrics.text()]
    default:
      return [404, 'not found\n']
  }
}

function readiness(manager: Manager): [status: number, text: string] {
  const checks = manager.health()
  const lines = checks.map(({ name, ok, message }) => `[${ok ? '+' : '-'}]${name} ${message}\n`)
  return [checks.every(({ ok }) => ok) ? 200 : 503, lines.join('')]
}
