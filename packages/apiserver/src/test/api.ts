import type { KubeObject } from '@skep/schema'
import type { UserInfo } from '../contracts.ts'
import type { ApiServer } from '../server.ts'
import { TestClient } from './client.ts'

/** What a request came to, in a form that tests compare. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  body: any
  warnings: string[]
}

/** The API as tests speak it: in the process, by an administrator unless `as` says otherwise. */
export interface TestApi {
  get(path: string): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
  put(path: string, body: object): Promise<Answer>
  /** A JSON merge patch. */
  patch(path: string, body: object): Promise<Answer>
  delete(path: string, options?: object): Promise<Answer>
  as(user: UserInfo): TestApi
}

const encode = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(String))

export function apiOf(server: ApiServer, user?: UserInfo): TestApi {
  const client = new TestClient(server, user ? { user } : {})
  const send = async (method: string, path: string, body?: object, type = 'application/json'): Promise<Answer> => {
    const answer = await client.send(method, path, body, body ? { 'content-type': type } : {})
    return { status: answer.status, body: answer.body, warnings: encode(answer.headers['warning']) }
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body, 'application/merge-patch+json'),
    delete: (path, options) => send('DELETE', path, options),
    as: (other) => apiOf(server, other),
  }
}

/** A pod with one container; `changes` are laid over its spec. */
export const aPod = (name: string, spec: object = {}): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'main', image: 'example/app:1' }], ...spec },
  }) as KubeObject
