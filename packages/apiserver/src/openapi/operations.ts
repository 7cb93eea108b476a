import type { GroupVersionKind, ServedResource } from '../contracts.ts'
import { subresourcesOf } from '../discovery/subresources.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** A query or path parameter. */
export interface Parameter {
  name: string
  in: 'query' | 'path'
  type: 'string' | 'integer' | 'boolean'
  description: string
}

/** One operation, before it is written down as OpenAPI v2 or v3. */
export interface Operation {
  path: string
  method: Method
  operationId: string
  description: string
  /** `get`, `list`, `post`, `put`, `patch`, `delete`, `deletecollection`: what `x-kubernetes-action` says. */
  action: string
  gvk: GroupVersionKind
  /** Component of the request's body. */
  body?: string
  /** Component of the answer. */
  answer: string
  parameters: Parameter[]
}

/** Names of the OpenAPI components that operations refer to. */
export interface ResourceComponents {
  object: string
  list: string
}

export const STATUS = 'io.k8s.apimachinery.pkg.apis.meta.v1.Status'
export const DELETE_OPTIONS = 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions'
export const PATCH = 'io.k8s.apimachinery.pkg.apis.meta.v1.Patch'
export const SCALE = 'io.k8s.api.autoscaling.v1.Scale'

const query = (name: string, type: Parameter['type'], description: string): Parameter => ({
  name,
  in: 'query',
  type,
  description,
})
const WRITE = [
  query('dryRun', 'string', 'All: carry out every step of the request but do not keep the result.'),
  query('fieldManager', 'string', 'Name under which the changed fields are owned, at most 128 characters.'),
  query('fieldValidation', 'string', 'What to do about unknown and duplicate fields: Ignore, Warn or Strict.'),
]
const FORCE = query('force', 'boolean', 'Apply only: take over fields that other managers own.')
const LIST = [
  query('allowWatchBookmarks', 'boolean', 'Ask for BOOKMARK events in a watch.'),
  query('continue', 'string', 'Token of the previous page.'),
  query('fieldSelector', 'string', 'Only objects whose fields match.'),
  query('labelSelector', 'string', 'Only objects whose labels match.'),
  query('limit', 'integer', 'How many objects a page holds at most.'),
  query('resourceVersion', 'string', 'The state to read, or the version after which a watch starts.'),
  query('resourceVersionMatch', 'string', 'How resourceVersion is meant: NotOlderThan or Exact.'),
  query('sendInitialEvents', 'boolean', 'Begin a watch with the objects that are there.'),
  query('timeoutSeconds', 'integer', 'How long a list or watch may last.'),
  query('watch', 'boolean', 'Send changes as they happen instead of a list.'),
]
const DELETE = [
  query('dryRun', 'string', 'All: carry out every step of the request but do not keep the result.'),
  query('gracePeriodSeconds', 'integer', 'Seconds before the object is removed; 0 at once.'),
  query('orphanDependents', 'boolean', 'Older form of propagationPolicy.'),
  query('propagationPolicy', 'string', 'What happens to dependents: Orphan, Background or Foreground.'),
]
const NAMESPACE: Parameter = { name: 'namespace', in: 'path', type: 'string', description: 'Namespace of the object.' }
const NAME: Parameter = { name: 'name', in: 'path', type: 'string', description: 'Name of the object.' }

/** Every operation on a resource and its status and scale. */
export function operationsOf(resource: ServedResource, components: ResourceComponents): Operation[] {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`
  const collection = resource.namespaced
    ? `${root}/namespaces/{namespace}/${resource.resource}`
    : `${root}/${resource.resource}`
  const scope = resource.namespaced ? 'Namespaced' : ''
  const prefix = operationPrefix(resource)
  const place = resource.namespaced ? [NAMESPACE] : []
  const { kind } = resource

  const make = (
    verb: string,
    method: Method,
    action: string,
    idName: string,
    rest: Partial<Operation> & { description: string },
  ): Operation[] =>
    resource.verbs.includes(verb)
      ? [
          {
            path: collection,
            method,
            action,
            operationId: idName,
            gvk: { group: resource.group, version: resource.version, kind },
            answer: components.object,
            ...rest,
            parameters: [...(rest.path === `${root}/${resource.resource}` ? [] : place), ...(rest.parameters ?? [])],
          },
        ]
      : []
  const item = `${collection}/{name}`

  return [
    ...make('list', 'get', 'list', `list${prefix}${scope}${kind}`, {
      description: `list or watch objects of kind ${kind}`,
      answer: components.list,
      parameters: LIST,
    }),
    ...make('create', 'post', 'post', `create${prefix}${scope}${kind}`, {
      description: `create a ${kind}`,
      body: components.object,
      parameters: WRITE,
    }),
    ...make('deletecollection', 'delete', 'deletecollection', `delete${prefix}Collection${scope}${kind}`, {
      description: `delete collection of ${kind}`,
      body: DELETE_OPTIONS,
      answer: STATUS,
      parameters: [...LIST, ...DELETE],
    }),
    ...make('get', 'get', 'get', `read${prefix}${scope}${kind}`, {
      path: item,
      description: `read the specified ${kind}`,
      parameters: [NAME],
    }),
    ...make('update', 'put', 'put', `replace${prefix}${scope}${kind}`, {
      path: item,
      description: `replace the specified ${kind}`,
      body: components.object,
      parameters: [NAME, ...WRITE],
    }),
    ...make('patch', 'patch', 'patch', `patch${prefix}${scope}${kind}`, {
      path: item,
      description: `partially update the specified ${kind}`,
      body: PATCH,
      parameters: [NAME, ...WRITE, FORCE],
    }),
    ...make('delete', 'delete', 'delete', `delete${prefix}${scope}${kind}`, {
      path: item,
      description: `delete a ${kind}`,
      body: DELETE_OPTIONS,
      answer: STATUS,
      parameters: [NAME, ...DELETE],
    }),
    ...(resource.namespaced
      ? make('list', 'get', 'list', `list${prefix}${kind}ForAllNamespaces`, {
          path: `${root}/${resource.resource}`,
          description: `list or watch objects of kind ${kind}`,
          answer: components.list,
          parameters: LIST,
        })
      : []),
    ...subresourceOperations(resource, components, item, `${prefix}${scope}${kind}`, [...place, NAME]),
  ]
}

/** Reads and writes of `/status` and `/scale`; other subresources are not described. */
function subresourceOperations(
  resource: ServedResource,
  components: ResourceComponents,
  item: string,
  idName: string,
  place: Parameter[],
): Operation[] {
  return subresourcesOf(resource)
    .filter(({ name }) => name === 'status' || name === 'scale')
    .flatMap(({ name, kind, foreign }) => {
      const component = name === 'scale' ? SCALE : components.object
      const gvk = { group: resource.group, version: resource.version, ...foreign, kind }
      const title = `${name} of the specified ${resource.kind}`
      const suffix = name[0]?.toUpperCase() + name.slice(1)
      const base = { path: `${item}/${name}`, gvk, answer: component }
      const [read, replace, patch] = [`read${idName}${suffix}`, `replace${idName}${suffix}`, `patch${idName}${suffix}`]
      return [
        { ...base, method: 'get', action: 'get', operationId: read, description: `read ${title}`, parameters: place },
        {
          ...base,
          method: 'put',
          action: 'put',
          operationId: replace,
          description: `replace ${title}`,
          body: component,
          parameters: [...place, ...WRITE],
        },
        {
          ...base,
          method: 'patch',
          action: 'patch',
          operationId: patch,
          description: `partially update ${title}`,
          body: PATCH,
          parameters: [...place, ...WRITE, FORCE],
        },
      ] satisfies Operation[]
    })
}

/** `CoreV1`, `AppsV1`, `RbacAuthorizationV1`, `ExampleComV1`. */
export function operationPrefix({ group, version }: Pick<ServedResource, 'group' | 'version'>): string {
  const words = (group === '' ? 'core' : group.replace(/\.k8s\.io$/, '')).split(/[.-]/)
  return [...words, version].map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')
}
