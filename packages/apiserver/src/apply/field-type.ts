import { COMPONENT, type Json, kubeObject, LAZY, objectMeta, type SchemaNode } from '@skep/schema'
import { elementText, fieldElement } from './path-element.ts'

/** What a plain value must be; `untyped` is any of them. */
export type ScalarType = 'string' | 'numeric' | 'boolean' | 'untyped'

/** A schema as ownership sees it: what may stand at a field, and where ownership stops going deeper. */
export interface FieldType {
  scalar: ScalarType | undefined
  list: ListType | undefined
  map: MapType | undefined
}

export interface MapType {
  /** Owned as a whole. */
  readonly atomic: boolean
  readonly fields: ReadonlyMap<string, NamedField>
  /** Of members that are not named fields; undefined where there must be none. */
  readonly element: FieldType | undefined
}

export interface NamedField {
  /** The field's path element, made once. */
  readonly element: string
  readonly type: FieldType
}

export interface ListType {
  /** Owned as a whole. */
  readonly atomic: boolean
  /** What tells items apart, sorted by name; empty when items are plain values. Means nothing for atomic lists. */
  readonly keys: readonly KeyField[]
  readonly element: FieldType
}

export interface KeyField {
  readonly name: string
  /** `"name":`, made once. */
  readonly label: string
  /** Stands in for an absent key: a port without a protocol is a TCP port. */
  readonly fallback: Json | undefined
}

/** Anything at all, owned as a whole. */
const UNTYPED: FieldType = { scalar: 'untyped', list: undefined, map: undefined }
UNTYPED.list = { atomic: true, keys: [], element: UNTYPED }
UNTYPED.map = { atomic: true, fields: new Map(), element: UNTYPED }

/** Anything at all, owned member by member, lists as a whole: what schemas do not describe. */
export const DEDUCED: FieldType = { scalar: 'untyped', list: UNTYPED.list, map: undefined }
DEDUCED.map = { atomic: false, fields: new Map(), element: DEDUCED }

/** The type of a member, also of one that the schema does not know. */
export const memberType = (map: MapType, key: string): FieldType => map.fields.get(key)?.type ?? map.element ?? DEDUCED

/** The path element of a member. */
export const memberElement = (map: MapType, key: string): string => map.fields.get(key)?.element ?? fieldElement(key)

const RAW_EXTENSION = 'io.k8s.apimachinery.pkg.runtime.RawExtension'

// Nodes are shared between kinds (every workload has the same PodSpec), and so are their types. A node below one that
// preserves unknown fields preserves them, too, and therefore has a second type.
const strictTypes = new WeakMap<SchemaNode, FieldType>()
const preservingTypes = new WeakMap<SchemaNode, FieldType>()

/** The type of a schema node, made once per node. */
export function fieldTypeOf(node: SchemaNode, preserveUnknown = false): FieldType {
  const target = node[LAZY]?.() ?? node
  const preserve = preserveUnknown || target['x-kubernetes-preserve-unknown-fields'] === true
  const known = preserve ? preservingTypes : strictTypes
  const found = known.get(target)
  if (found !== undefined) return found
  // Registered before its parts are made, because a schema may refer to itself.
  const type: FieldType = { scalar: undefined, list: undefined, map: undefined }
  known.set(target, type)
  return Object.assign(type, typeFrom(target, preserve))
}

function typeFrom(node: SchemaNode, preserve: boolean): FieldType {
  // A whole object of any kind inside another: whoever sets it owns all of it.
  if (node[COMPONENT] === RAW_EXTENSION) return UNTYPED
  if (node['x-kubernetes-int-or-string'] === true) return { scalar: 'untyped', list: undefined, map: undefined }
  switch (node.type) {
    case 'object':
      return { scalar: undefined, list: undefined, map: mapTypeOf(node, preserve) }
    case 'array':
      return { scalar: undefined, list: listTypeOf(node, preserve), map: undefined }
    case undefined:
      return { scalar: 'untyped', list: listTypeOf(node, preserve), map: mapTypeOf(node, preserve) }
    default:
      return { scalar: scalarTypeOf(node), list: undefined, map: undefined }
  }
}

function scalarTypeOf({ type, format }: SchemaNode): ScalarType {
  if (type === 'integer' || type === 'number') return 'numeric'
  if (type === 'boolean') return 'boolean'
  return format === undefined || format === 'byte' ? 'string' : 'untyped'
}

function mapTypeOf(node: SchemaNode, preserve: boolean): MapType {
  const fields = new Map<string, NamedField>()
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    fields.set(name, { element: fieldElement(name), type: fieldTypeOf(property, preserve) })
  }
  if (node['x-kubernetes-embedded-resource'] === true) addResourceFields(fields)
  return { atomic: node['x-kubernetes-map-type'] === 'atomic', fields, element: memberTypeOf(node, preserve) }
}

function memberTypeOf(node: SchemaNode, preserve: boolean): FieldType | undefined {
  const { additionalProperties, properties } = node
  if (typeof additionalProperties === 'object') return fieldTypeOf(additionalProperties, preserve)
  if (additionalProperties !== undefined) return additionalProperties ? DEDUCED : undefined
  return preserve || properties === undefined ? DEDUCED : undefined
}

function listTypeOf(node: SchemaNode, preserve: boolean): ListType {
  const element = node.items === undefined ? UNTYPED : fieldTypeOf(node.items, preserve)
  const keys = itemKeysOf(node)
  if (keys === undefined) return { atomic: true, keys: [], element }
  return { atomic: false, element, keys: keys.sort().map((name) => keyField(name, node.items)) }
}

/** The keys of a list whose items are owned one by one; undefined for a list that is owned as a whole. */
function itemKeysOf(node: SchemaNode): string[] | undefined {
  switch (node['x-kubernetes-list-type']) {
    case 'map':
      return [...(node['x-kubernetes-list-map-keys'] ?? [])]
    case 'set':
      return []
    case 'atomic':
      return undefined
    default:
      return mergedByPatch(node) ? [node['x-kubernetes-patch-merge-key'] ?? []].flat() : undefined
  }
}

const mergedByPatch = (node: SchemaNode): boolean =>
  node['x-kubernetes-patch-strategy']?.split(',').includes('merge') === true

function keyField(name: string, items: SchemaNode | undefined): KeyField {
  const target = items?.[LAZY]?.() ?? items
  return { name, label: `${elementText(name)}:`, fallback: target?.properties?.[name]?.default }
}

/** Gives an object's type what every Kubernetes object has, whatever its schema says of it. */
export function addResourceFields(fields: Map<string, NamedField>): void {
  const resource = { ...kubeObject, metadata: objectMeta }
  for (const [name, schema] of Object.entries(resource)) {
    fields.set(name, { element: fieldElement(name), type: fieldTypeOf(schema.node) })
  }
}
