import { resolveNode } from './compile/node-compiler.ts'
import { QUANTITY } from './dsl.ts'
import type { Json, JsonObject } from './json.ts'
import type { KindDefinition } from './kind.ts'
import { COMPONENT, type SchemaNode } from './node.ts'
import { kubeObject } from './object-meta.ts'

/** The CustomResourceDefinition that makes any Kubernetes serve a kind. */
export function kindToCrd(kind: KindDefinition): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${kind.plural}.${kind.group}` },
    spec: {
      group: kind.group,
      scope: kind.scope,
      names: crdNames(kind),
      versions: crdVersions(kind),
    },
  }
}

/** All versions say the same; objects are kept as the one that the kind is defined in. */
function crdVersions(kind: KindDefinition): JsonObject[] {
  const content = {
    schema: { openAPIV3Schema: crdSchema(kind.schema.node) },
    ...subresources(kind),
    ...printerColumns(kind),
    ...selectableFields(kind),
  }
  return [kind.version, ...kind.furtherVersions].map((name) => ({
    name,
    served: true,
    storage: name === kind.version,
    ...content,
  }))
}

const crdNames = ({ plural, singular, kind, listKind, shortNames, categories }: KindDefinition): JsonObject => ({
  plural,
  singular,
  kind,
  listKind,
  ...(shortNames.length > 0 ? { shortNames: [...shortNames] } : {}),
  ...(categories.length > 0 ? { categories: [...categories] } : {}),
})

function subresources({ statusSubresource, scale }: KindDefinition): JsonObject {
  if (!statusSubresource && scale === undefined) return {}
  return { subresources: { ...(statusSubresource ? { status: {} } : {}), ...(scale ? { scale: { ...scale } } : {}) } }
}

/** Columns that only a function of ours can fill are left out. */
function printerColumns({ columns }: KindDefinition): JsonObject {
  const shown = columns.filter(({ jsonPath }) => jsonPath !== undefined).map((column) => ({ ...column }))
  return shown.length > 0 ? { additionalPrinterColumns: shown } : {}
}

const selectableFields = ({ selectableFields: fields }: KindDefinition): JsonObject =>
  fields.length > 0 ? { selectableFields: fields.map((field) => ({ jsonPath: `.${field}` })) } : {}

/** The schema of a whole object as a CRD may state it: metadata is implied, components are written out. */
function crdSchema(node: SchemaNode): JsonObject {
  const { required = [], ...schema } = toStructural(node) as JsonObject & { required?: string[] }
  const own = required.filter((name) => !Object.hasOwn(kubeObject, name))
  const properties = { ...(schema['properties'] as JsonObject), metadata: { type: 'object' } }
  return { ...schema, properties, ...(own.length > 0 ? { required: own } : {}) }
}

/** Strategic merge is for built-in kinds. */
const OMITTED = new Set(['x-kubernetes-patch-strategy', 'x-kubernetes-patch-merge-key'])

function toStructural(node: SchemaNode): JsonObject {
  const resolved = resolveNode(node)
  const structural: JsonObject = {}
  for (const [key, value] of Object.entries(resolved)) {
    if (!OMITTED.has(key)) structural[key] = value as Json
  }
  const { items, properties, additionalProperties } = resolved
  if (items !== undefined) structural['items'] = toStructural(items)
  if (typeof additionalProperties === 'object') structural['additionalProperties'] = toStructural(additionalProperties)
  if (properties !== undefined) {
    structural['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, child]) => [name, toStructural(child)]),
    )
  }
  return { ...structural, ...intOrString(resolved) }
}

const QUANTITY_PATTERN =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$'

/** The two types are spelled out for clients that do not know the extension. */
function intOrString(node: SchemaNode): JsonObject {
  if (!node['x-kubernetes-int-or-string'] || node.anyOf !== undefined) return {}
  const types = { anyOf: [{ type: 'integer' }, { type: 'string' }] }
  return node[COMPONENT] === QUANTITY ? { ...types, pattern: QUANTITY_PATTERN } : types
}
