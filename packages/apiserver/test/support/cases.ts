import type { WireRequest } from './wire.ts'

/** A request that something is wrong with, and what. */
export interface BadRequest {
  readonly what: string
  readonly request: WireRequest
}

/** A case that its request describes well enough. */
export const asked = (
  method: string,
  path: string,
  headers: WireRequest['headers'] = [],
  body?: string,
): BadRequest => ({
  what: `${method} ${path} ${JSON.stringify(headers).slice(0, 200)} ${body ?? ''}`.slice(0, 400),
  request: { method, path, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) },
})

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** The words of a text, to write long lists of short texts. */
export const words = (text: string): string[] => text.trim().split(/\s+/)

/** Collections that cases are about, of the laboratory's namespace. */
export const LEASES = '/apis/coordination.k8s.io/v1/namespaces/lab/leases'
export const WIDGETS = '/apis/example.com/v1/namespaces/lab/widgets'
