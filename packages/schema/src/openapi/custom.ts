import type { SchemaNode } from '../node.ts'
import { kubeObject } from '../object-meta.ts'
import { restrictToV2 } from './custom-v2.ts'
import { type Components, type PublishedSchema, usageOf } from './references.ts'
import { publishV2, publishV3 } from './typed.ts'

/**
 * Publishes the schema of a custom resource for OpenAPI v3: as its CRD has it, with the metadata that is implied. Adds
 * the components of metadata to `components`.
 */
export function publishCustomV3(schema: SchemaNode, components: Components): PublishedSchema {
  const metadata = publishV3(kubeObject.metadata.node, components)
  return withTypeAndMetadata(completeNode(schema, withoutDefault(metadata)), withoutDefault(metadata))
}

/** Publishes the schema of a custom resource for OpenAPI v2, which cannot say all that a CRD can. */
export function publishCustomV2(schema: SchemaNode, definitions: Components): PublishedSchema {
  // Whatever is declared would make kubectl refuse the rest.
  if (schema['x-kubernetes-preserve-unknown-fields']) return { type: 'object' }
  const metadata = publishV2(kubeObject.metadata.node, definitions)
  return withTypeAndMetadata(completeNode(restrictToV2(schema), metadata), metadata)
}

/** The name under which a custom kind is published: `com.example.v1.Widget`. */
export const customComponentName = (group: string, version: string, kind: string): string =>
  [...group.split('.').reverse(), version, kind].join('.')

const withoutDefault = ({ default: _default, ...schema }: PublishedSchema): PublishedSchema => schema

const typeField = (node: SchemaNode): PublishedSchema => ({
  type: 'string',
  description: usageOf(node).node.description,
})

const withTypeAndMetadata = (schema: PublishedSchema, metadata: PublishedSchema): PublishedSchema => ({
  ...schema,
  properties: {
    ...(schema['properties'] as Record<string, PublishedSchema> | undefined),
    apiVersion: typeField(kubeObject.apiVersion.node),
    kind: typeField(kubeObject.kind.node),
    metadata,
  },
})

/** Says of int-or-strings what they are, and of embedded resources what they have, all the way down. */
function completeNode(node: SchemaNode, metadata: PublishedSchema): PublishedSchema {
  const complete = (child: SchemaNode) => completeNode(child, metadata)
  const published: PublishedSchema = { ...node, ...intOrStringTypes(node) }
  if (node.items !== undefined) published['items'] = complete(node.items)
  if (typeof node.additionalProperties === 'object') {
    published['additionalProperties'] = complete(node.additionalProperties)
  }
  if (node.properties !== undefined) {
    const members = Object.entries(node.properties).map(([name, child]) => [name, complete(child)])
    published['properties'] = Object.fromEntries(members)
  }
  if (!node['x-kubernetes-embedded-resource']) return published
  const required = new Set([...(node.required ?? []), 'kind', 'apiVersion'])
  return { ...withTypeAndMetadata(published, metadata), required: [...required] }
}

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }]

function intOrStringTypes({ anyOf, allOf = [], ...node }: SchemaNode): PublishedSchema {
  if (!node['x-kubernetes-int-or-string'] || saysTypes(anyOf) || saysTypes(allOf[0]?.anyOf)) return {}
  return anyOf === undefined ? { anyOf: INT_OR_STRING } : { allOf: [{ anyOf: INT_OR_STRING }, ...allOf] }
}

const saysTypes = (anyOf: SchemaNode[] | undefined): boolean => JSON.stringify(anyOf) === JSON.stringify(INT_OR_STRING)
