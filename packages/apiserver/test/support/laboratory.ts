import { createLogger } from '@skep/base'
import { expect } from 'vitest'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../../src/server.ts'
import { aPod, apiOf, type TestApi } from '../../src/test/api.ts'
import { SAMPLES, WIDGET_DEFINITION } from './samples.ts'

/** A bearer token of somebody who may do everything, so that requests are judged by what they say. */
export const ADMIN_TOKEN = 'administrator'

/** A server to experiment on. */
export interface Laboratory {
  readonly server: ApiServer
  readonly api: TestApi
  /** Lines that the server logged as errors: each is a request that it did not understand for a reason of its own. */
  readonly failures: readonly string[]
  close(): Promise<void>
}

/** Starts a server with a namespace `lab`, a custom kind, and an object `a` of each of the usual kinds. */
export async function openLaboratory(options: ApiServerOptions = {}): Promise<Laboratory> {
  const failures: string[] = []
  const server = await startApiServer({
    controllers: false,
    log: createLogger({ level: 'error', write: (line) => failures.push(line) }),
    tokens: { [ADMIN_TOKEN]: { name: 'administrator', groups: ['system:masters', 'system:authenticated'] } },
    ...options,
  })
  const api = apiOf(server)
  await create(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'lab' } })
  await create(api, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', WIDGET_DEFINITION)
  if (options.controllers !== true) {
    await create(api, '/api/v1/namespaces/lab/serviceaccounts', { metadata: { name: 'default' } })
  }
  await create(api, '/api/v1/namespaces/lab/pods', aPod('a'))
  for (const { collection, object } of SAMPLES.filter(({ object: { metadata } }) => metadata)) {
    await create(api, collection, { ...object, metadata: { ...(object['metadata'] as object), name: nameIn(object) } })
  }
  return { server, api, failures, close: () => server.close() }
}

const nameIn = ({ metadata }: { metadata?: unknown }): string => (metadata as { name?: string }).name ?? 'a'

async function create(api: TestApi, collection: string, object: object): Promise<void> {
  const { status, body } = await api.post(collection, object)
  expect(body.message ?? status).toBe(201)
}
