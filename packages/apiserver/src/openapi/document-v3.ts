import { publishCustomV3, publishV3 } from '@skep/schema'
import type { ServedResource } from '../contracts.ts'
import { type Operation, tagOf } from './operations.ts'
import type { Parameter } from './parameters.ts'
import {
  consumedTypes,
  type Dialect,
  describeResources,
  describeResponses,
  isBodyRequired,
  producedTypes,
} from './paths.ts'

const SECURITY = {
  BearerToken: { description: 'A bearer token.', in: 'header', name: 'authorization', type: 'apiKey' },
}

/** The OpenAPI v3 document of one group version. */
export function documentV3(resources: readonly ServedResource[]): object {
  const { paths, components } = describeResources(resources, V3)
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths,
    components: { schemas: components, securitySchemes: SECURITY },
  }
}

const V3: Dialect = {
  publish: publishV3,
  publishCustom: publishCustomV3,
  describeParameter,
  describeOperation,
}

function describeOperation(operation: Operation, resource: ServedResource): object {
  const { description, operationId, parameters, action, gvk, body, answer } = operation
  return {
    tags: [tagOf(resource)],
    description,
    operationId,
    ...(parameters.length > 0 ? { parameters: parameters.map(describeParameter) } : {}),
    ...(body === undefined ? {} : { requestBody: requestBody(operation, body, resource) }),
    responses: describeResponses(operation, { content: contentOf(producedTypes(operation), answer) }),
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvk,
  }
}

function describeParameter({ name, in: place, type, description }: Parameter): object {
  const required = place === 'path' ? { required: true } : {}
  return { name, in: place, description, ...required, schema: { type, uniqueItems: true } }
}

const requestBody = (operation: Operation, component: string, resource: ServedResource): object => ({
  content: contentOf(consumedTypes(operation, resource), component),
  ...(isBodyRequired(operation) ? { required: true } : {}),
})

const contentOf = (types: readonly string[], component: string): object =>
  Object.fromEntries(types.map((type) => [type, { schema: { $ref: `#/components/schemas/${component}` } }]))
