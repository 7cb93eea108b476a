import { isObject, type JsonObject, parseYaml } from '@skep/schema'
import type { Transport, WireAnswer, WireRequest } from './wire.ts'

const PATIENCE_MS = 5_000

/** What is wrong with the answer to a request that is wrong itself; undefined when a client can make sense of it. */
export async function problemWith(transport: Transport, request: WireRequest): Promise<string | undefined> {
  try {
    return problemIn(request, await within(PATIENCE_MS, transport.send(request)))
  } catch (error) {
    return String(error)
  }
}

function problemIn({ method, path }: WireRequest, { status, text }: WireAnswer): string | undefined {
  if (status >= 200 && status < 400) return undefined
  // As for kube-apiserver, the OpenAPI documents are the one place where the status is all there is.
  if (status < 500 && text === '' && (method === 'HEAD' || path.startsWith('/openapi/'))) return undefined
  if (status === 404 && text === '404 page not found\n') return undefined
  const body = parsed(text)
  if (body?.['kind'] !== 'Status' || body['code'] !== status) return `${status} without a Status: ${text.slice(0, 300)}`
  // kube-apiserver answers some mistakes of its clients with a bare 500, and so do we; what has a reason is our mistake.
  return status >= 500 && body['reason'] !== undefined ? `${status} ${text.slice(0, 300)}` : undefined
}

/** JSON, or YAML for those who asked for it. */
function parsed(text: string): JsonObject | undefined {
  try {
    const { value } = parseYaml(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Rejects when it takes longer. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing happened within ${ms} ms`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
