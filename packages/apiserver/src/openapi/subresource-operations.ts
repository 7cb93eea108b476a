import type { ServedResource } from '../contracts.ts'
import { type Subresource, subresourcesOf } from '../discovery/subresources.ts'
import {
  itemPath,
  type Operation,
  operationPrefix,
  type ResourceComponents,
  SUBRESOURCE_TEMPLATES,
} from './operations.ts'
import { PATCH, SCALE } from './shared-schemas.ts'

/** Reads and writes of `/status` and `/scale`; other subresources are not described. */
export function subresourceOperations(resource: ServedResource, components: ResourceComponents): Operation[] {
  return subresourcesOf(resource)
    .filter(({ name }) => name === 'status' || name === 'scale')
    .flatMap((subresource) => operationsOn(resource, subresource, components))
}

function operationsOn(
  resource: ServedResource,
  { name, kind, foreign }: Subresource,
  components: ResourceComponents,
): Operation[] {
  const component = name === 'scale' ? SCALE : components.object
  const scope = resource.namespaced ? 'Namespaced' : ''
  const ending = `${operationPrefix(resource)}${scope}${resource.kind}${name === 'scale' ? 'Scale' : 'Status'}`
  return SUBRESOURCE_TEMPLATES.map(({ method, action, id, describe, body, codes, parameters }) => ({
    path: `${itemPath(resource)}/${name}`,
    method,
    action,
    operationId: `${id}${ending}`,
    description: describe(resource.kind).replace(' the ', ` ${name} of the `),
    gvk: { group: resource.group, version: resource.version, ...foreign, kind },
    ...(body === undefined ? {} : { body: body === PATCH ? PATCH : component }),
    answer: component,
    codes,
    parameters,
  }))
}
