import type { GroupVersionKind, ServedResource } from '../contracts.ts'
import {
  DELETE_COLLECTION_PARAMETERS,
  DELETE_PARAMETERS,
  LIST_PARAMETERS,
  PATCH_PARAMETERS,
  type Parameter,
  WRITE_PARAMETERS,
} from './parameters.ts'
import { DELETE_OPTIONS, PATCH, STATUS } from './shared-schemas.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** One operation, before it is written down as OpenAPI v2 or v3. */
export interface Operation {
  readonly path: string
  readonly method: Method
  readonly operationId: string
  readonly description: string
  /** `get`, `list`, `post`, `put`, `patch`, `delete`, `deletecollection`: what `x-kubernetes-action` says. */
  readonly action: string
  readonly gvk: GroupVersionKind
  /** Component of the request's body. */
  readonly body?: string
  /** Component of the answer. */
  readonly answer: string
  /** Status codes of answers with that component. */
  readonly codes: readonly number[]
  /** Parameters beside those of the path. */
  readonly parameters: readonly Parameter[]
}

/** Names of the components that operations on a resource refer to. */
export interface ResourceComponents {
  readonly object: string
  readonly list: string
}

/** A kind of operation: what is the same for all resources. */
interface Template {
  readonly verb: string
  readonly method: Method
  readonly action: string
  /** Whether it is about one object, by name. */
  readonly single: boolean
  /** In front of the prefix in the operation's id. */
  readonly id: string
  describe(kind: string): string
  readonly body?: string | 'object'
  readonly answer: string | 'object' | 'list'
  readonly codes: readonly number[]
  readonly parameters: readonly Parameter[]
}

const LIST: Template = {
  verb: 'list',
  method: 'get',
  action: 'list',
  single: false,
  id: 'list',
  describe: (kind) => `list or watch objects of kind ${kind}`,
  answer: 'list',
  codes: [200],
  parameters: LIST_PARAMETERS,
}

const TEMPLATES: readonly Template[] = [
  LIST,
  {
    verb: 'create',
    method: 'post',
    action: 'post',
    single: false,
    id: 'create',
    describe: (kind) => `create ${article(kind)} ${kind}`,
    body: 'object',
    answer: 'object',
    codes: [200, 201, 202],
    parameters: WRITE_PARAMETERS,
  },
  {
    verb: 'deletecollection',
    method: 'delete',
    action: 'deletecollection',
    single: false,
    id: 'delete',
    describe: (kind) => `delete collection of ${kind}`,
    body: DELETE_OPTIONS,
    answer: STATUS,
    codes: [200],
    parameters: DELETE_COLLECTION_PARAMETERS,
  },
  {
    verb: 'get',
    method: 'get',
    action: 'get',
    single: true,
    id: 'read',
    describe: (kind) => `read the specified ${kind}`,
    answer: 'object',
    codes: [200],
    parameters: [],
  },
  {
    verb: 'update',
    method: 'put',
    action: 'put',
    single: true,
    id: 'replace',
    describe: (kind) => `replace the specified ${kind}`,
    body: 'object',
    answer: 'object',
    codes: [200, 201],
    parameters: WRITE_PARAMETERS,
  },
  {
    verb: 'patch',
    method: 'patch',
    action: 'patch',
    single: true,
    id: 'patch',
    describe: (kind) => `partially update the specified ${kind}`,
    body: PATCH,
    answer: 'object',
    codes: [200, 201],
    parameters: PATCH_PARAMETERS,
  },
  {
    verb: 'delete',
    method: 'delete',
    action: 'delete',
    single: true,
    id: 'delete',
    describe: (kind) => `delete ${article(kind)} ${kind}`,
    body: DELETE_OPTIONS,
    answer: STATUS,
    codes: [200, 202],
    parameters: DELETE_PARAMETERS,
  },
]

/** Verbs that read and write a subresource. */
const SUBRESOURCE_VERBS = new Set(['get', 'update', 'patch'])
export const SUBRESOURCE_TEMPLATES = TEMPLATES.filter(({ verb }) => SUBRESOURCE_VERBS.has(verb))

const article = (noun: string): string => (/^[aeiou]/i.test(noun) ? 'an' : 'a')

/** Every operation on the objects of a resource. */
export function operationsOf(resource: ServedResource, components: ResourceComponents): Operation[] {
  const served = TEMPLATES.filter(({ verb }) => resource.verbs.includes(verb))
  const operations = served.map((template) => operationFor(resource, template, components))
  if (!resource.namespaced || !served.includes(LIST)) return operations
  const everywhere: Operation = {
    ...operationFor(resource, LIST, components),
    path: `${rootOf(resource)}/${resource.resource}`,
    operationId: `list${operationPrefix(resource)}${resource.kind}ForAllNamespaces`,
  }
  return [...operations, everywhere]
}

function operationFor(resource: ServedResource, template: Template, components: ResourceComponents): Operation {
  const { group, version, kind } = resource
  const nameOf = (component: string): string =>
    ({ object: components.object, list: components.list })[component] ?? component
  const { body, answer, codes, parameters, method, action } = template
  return {
    path: template.single ? itemPath(resource) : collectionPath(resource),
    method,
    action,
    operationId: operationId(resource, template),
    description: template.describe(kind),
    gvk: { group, version, kind },
    ...(body === undefined ? {} : { body: nameOf(body) }),
    answer: nameOf(answer),
    codes,
    parameters,
  }
}

function operationId(resource: ServedResource, { id, verb }: Template): string {
  const scope = resource.namespaced ? 'Namespaced' : ''
  const collection = verb === 'deletecollection' ? 'Collection' : ''
  return `${id}${operationPrefix(resource)}${collection}${scope}${resource.kind}`
}

type GroupVersion = Pick<ServedResource, 'group' | 'version'>

/** `/api/v1`, `/apis/apps/v1` */
export const rootOf = ({ group, version }: GroupVersion): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`

const collectionPath = (resource: ServedResource): string =>
  `${rootOf(resource)}${resource.namespaced ? '/namespaces/{namespace}' : ''}/${resource.resource}`

/** The path of one object of a resource. */
export const itemPath = (resource: ServedResource): string => `${collectionPath(resource)}/{name}`

const groupWords = (group: string): string[] =>
  (group === '' ? 'core' : group.replace(/\.k8s\.io$/, '')).split(/[.-]/).filter(Boolean)

const capitalised = (word: string): string => word[0]!.toUpperCase() + word.slice(1)

/** `CoreV1`, `AppsV1`, `RbacAuthorizationV1`, `ExampleComV1`: in the ids of operations. */
export const operationPrefix = ({ group, version }: GroupVersion): string =>
  [...groupWords(group), version].map(capitalised).join('')

/** `core_v1`, `rbacAuthorization_v1`: what operations of a group version are tagged with. */
export function tagOf({ group, version }: GroupVersion): string {
  const [first = '', ...words] = groupWords(group)
  return `${first}${words.map(capitalised).join('')}_${version}`
}
