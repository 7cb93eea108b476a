import type { Components } from '@skep/schema'
import type { ServedResource } from '../contracts.ts'
import { publishResource, publishShared, type SchemaDialect } from './components.ts'
import { type Operation, operationsOf } from './operations.ts'
import { type Parameter, parametersOf } from './parameters.ts'
import { subresourceOperations } from './subresource-operations.ts'

/** How a version of OpenAPI writes down schemas and operations. */
export interface Dialect extends SchemaDialect {
  describeParameter(parameter: Parameter): object
  describeOperation(operation: Operation, resource: ServedResource): object
}

/** What a document says of resources: their operations by path, and the schemas that these refer to. */
export interface DescribedResources {
  readonly paths: Record<string, Record<string, object>>
  readonly components: Components
}

/** Describes resources, in an order that depends on names alone, so that equal documents are equal texts. */
export function describeResources(resources: readonly ServedResource[], dialect: Dialect): DescribedResources {
  const components: Components = {}
  const paths: DescribedResources['paths'] = {}
  publishShared(components, dialect, [{ group: '', version: 'v1' }, ...resources])
  for (const resource of resources) {
    const names = publishResource(resource, components, dialect)
    for (const operation of [...operationsOf(resource, names), ...subresourceOperations(resource, names)]) {
      const { path, method } = operation
      paths[path] ??= { parameters: parametersOf(path).map(dialect.describeParameter) }
      paths[path][method] = dialect.describeOperation(operation, resource)
    }
  }
  return { paths: sorted(paths), components: sorted(components) }
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

const PATCH_TYPES = ['application/apply-patch+yaml', 'application/json-patch+json', 'application/merge-patch+json']
const STRATEGIC = 'application/strategic-merge-patch+json'

/** Media types of the request's body. */
export function consumedTypes({ action }: Operation, { custom }: ServedResource): string[] {
  if (action !== 'patch') return ['*/*']
  return custom ? PATCH_TYPES : [...PATCH_TYPES, STRATEGIC]
}

/** Media types of the answer. */
export const producedTypes = ({ action }: Operation): string[] => [
  'application/json',
  'application/yaml',
  ...(action === 'list' ? ['application/json;stream=watch'] : []),
]

/** A delete may say how, and needs not. */
export const isBodyRequired = ({ action }: Operation): boolean => action !== 'delete' && action !== 'deletecollection'

const CODES: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }

/** The answers of an operation by status code; `content` is what those that succeed say beside their description. */
export function describeResponses({ codes }: Operation, content: object): object {
  const described = codes.map((code) => [code, { description: CODES[code], ...content }])
  return { ...Object.fromEntries(described), 401: { description: 'Unauthorized' } }
}
