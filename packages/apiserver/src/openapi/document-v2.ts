import { type JsonObject, publishCustomV2, publishV2 } from '@skep/schema'
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

/** The OpenAPI v2 document of everything, for clients that know no other. */
export function documentV2(resources: readonly ServedResource[]): JsonObject {
  const { paths, components } = describeResources(resources, V2)
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    // All of it is JSON, which the types of its parts do not say.
    paths: paths as JsonObject,
    definitions: components as JsonObject,
  }
}

const V2: Dialect = {
  publish: publishV2,
  publishCustom: publishCustomV2,
  describeParameter,
  describeOperation,
}

function describeOperation(operation: Operation, resource: ServedResource): object {
  const { description, operationId, parameters, action, gvk, body, answer } = operation
  return {
    description,
    consumes: consumedTypes(operation, resource),
    produces: producedTypes(operation),
    schemes: ['https'],
    tags: [tagOf(resource)],
    operationId,
    parameters: [...(body === undefined ? [] : [bodyParameter(operation, body)]), ...parameters.map(describeParameter)],
    responses: describeResponses(operation, { schema: reference(answer) }),
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvk,
  }
}

const bodyParameter = (operation: Operation, component: string): object => ({
  name: 'body',
  in: 'body',
  ...(isBodyRequired(operation) ? { required: true } : {}),
  schema: reference(component),
})

function describeParameter({ name, in: place, type, description }: Parameter): object {
  return { uniqueItems: true, type, description, name, in: place, ...(place === 'path' ? { required: true } : {}) }
}

const reference = (component: string): object => ({ $ref: `#/definitions/${component}` })
