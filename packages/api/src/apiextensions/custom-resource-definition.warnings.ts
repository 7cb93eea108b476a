import { findFormat, goQuote, isObject, type JsonObject } from '@skep/schema'
import type { CustomResourceDefinition } from './custom-resource-definition.ts'
import { schemaOf } from './layout.ts'
import { visitSchemas } from './schema-parts.ts'

const NUMBER_FORMATS: Record<string, readonly string[]> = { integer: ['int32', 'int64'], number: ['float', 'double'] }

/** Warnings about what the schemas of a definition ask for in vain, unless they have been heard before. */
export function warnOfDefinition(definition: CustomResourceDefinition, stored?: CustomResourceDefinition): string[] {
  const known = new Set(stored ? warningsOf(stored) : [])
  return warningsOf(definition).filter((warning) => !known.has(warning))
}

function warningsOf({ spec }: CustomResourceDefinition): string[] {
  const formats: string[] = []
  const sets = new Set<string>()
  const schemas = (spec.versions ?? []).map(schemaOf).filter((schema) => schema !== undefined)
  for (const schema of schemas) {
    visitSchemas(schema as JsonObject, (part) => {
      formats.push(...warnOfFormat(part))
      for (const warning of warnOfSet(part)) sets.add(warning)
    })
  }
  return [...formats, ...[...sets].sort()]
}

function warnOfFormat({ format, type }: JsonObject): string[] {
  if (typeof format !== 'string' || format === '' || isKnownFormat(format, type)) return []
  return [`unrecognized format ${goQuote(format)}`]
}

function isKnownFormat(format: string, type: unknown): boolean {
  if (type === undefined || type === 'string') return findFormat(format) !== undefined
  return typeof type === 'string' && (NUMBER_FORMATS[type]?.includes(format) ?? false)
}

function warnOfSet({ items, 'x-kubernetes-list-type': listType }: JsonObject): string[] {
  const type = listType === 'set' && isObject(items) ? items['type'] : undefined
  return type === 'object' || type === 'array'
    ? [
        `x-kubernetes-list-type: set for items of type "${type}" is not supported by server-side apply or CEL validation rules`,
      ]
    : []
}
