import type { SchemaNode } from '../../node.ts'

const MAX_NAME_LENGTH = 253

/**
 * The schema of a resource as rules see it: besides what it declares they can read `apiVersion`, `kind`,
 * `metadata.name` and `metadata.generateName`, and nothing else of the metadata.
 */
export function withTypeAndMetadata(node: SchemaNode): SchemaNode {
  const { properties = {} } = node
  if (declaresAll(properties)) return node
  const { name, generateName } = properties['metadata']?.properties ?? {}
  return {
    ...node,
    properties: {
      ...properties,
      kind: { type: 'string' },
      apiVersion: { type: 'string' },
      metadata: {
        type: 'object',
        properties: {
          name: capped(name, MAX_NAME_LENGTH),
          // What is generated adds at least one character.
          generateName: capped(generateName, MAX_NAME_LENGTH - 1),
        },
      },
    },
  }
}

function declaresAll({ kind, apiVersion, metadata }: Readonly<Record<string, SchemaNode>>): boolean {
  const { name, generateName } = metadata?.properties ?? {}
  return metadata?.type === 'object' && [kind, apiVersion, name, generateName].every((each) => each?.type === 'string')
}

const capped = (node: SchemaNode | undefined, maxLength: number): SchemaNode => ({
  type: 'string',
  maxLength: Math.min(node?.maxLength ?? maxLength, maxLength),
})
