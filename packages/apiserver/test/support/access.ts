import type { UserInfo } from '../../src/contracts.ts'
import type { ApiServer } from '../../src/server.ts'

/** One question of a matrix: may somebody do this? */
export interface Question {
  readonly verb: string
  /** `pods`, `pods/log`, `deployments.apps`, `deployments.apps/scale`. */
  readonly resource: string
  /** `-` for resources of the cluster, and for all namespaces at once. */
  readonly namespace: string
  /** `-` for all objects. */
  readonly name: string
}

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}

/** The path of what a question is about. */
export function pathOf({ resource: text, namespace, name }: Question): string {
  const [, plural = '', group = '', subresource = ''] = /^([^./]+)(?:\.([^/]+))?(?:\/(.*))?$/.exec(text) ?? []
  const parts = [
    group === '' ? '/api' : `/apis/${group}`,
    'v1',
    ...(namespace === '-' ? [] : ['namespaces', namespace]),
    plural,
    ...(name === '-' ? [] : [name]),
    ...(subresource === '' ? [] : [subresource]),
  ]
  return parts.join('/')
}

/** Whether the server lets a user do it: tried, in a dry run, rather than asked. */
export async function isAllowed(server: ApiServer, user: UserInfo, question: Question): Promise<boolean> {
  const method = METHODS[question.verb] ?? ''
  const query = question.verb === 'watch' ? 'watch=true&timeoutSeconds=-1' : method === 'GET' ? '' : 'dryRun=All'
  const response = await server.handle({
    method,
    path: `${pathOf(question)}?${query}`,
    user,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: {}, headers: { 'content-type': typeOf(method) } }),
  })
  const text = (await response.body()).toString()
  // Others may refuse as well; the authorizer says what somebody cannot do.
  return response.status !== 403 || !/ cannot \w+ (resource|path) /.test(text)
}

const typeOf = (method: string): string => (method === 'PATCH' ? 'application/merge-patch+json' : 'application/json')

/** What the server says when it is asked instead. */
export async function isSaidToBeAllowed(server: ApiServer, user: UserInfo, question: Question): Promise<boolean> {
  const [, resource = '', group = '', subresource = ''] =
    /^([^./]+)(?:\.([^/]+))?(?:\/(.*))?$/.exec(question.resource) ?? []
  const given = (value: string) => (value === '-' ? '' : value)
  const response = await server.handle({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    body: {
      spec: {
        user: user.name,
        groups: user.groups,
        resourceAttributes: {
          verb: question.verb,
          group,
          resource,
          subresource,
          namespace: given(question.namespace),
          name: given(question.name),
        },
      },
    },
  })
  const { status } = (await response.json()) as { status: { allowed: boolean } }
  return status.allowed
}
