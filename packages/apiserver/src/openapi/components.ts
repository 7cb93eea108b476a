import { Scale } from '@skep/api'
import { COMPONENT, type Components, customComponentName, type PublishedSchema, type SchemaNode } from '@skep/schema'
import type { GroupVersionKind, ServedResource } from '../contracts.ts'
import type { ResourceComponents } from './operations.ts'
import { DELETE_OPTIONS, deleteOptions, listSchema, patch, SCALE, STATUS, status } from './shared-schemas.ts'

/** How a version of OpenAPI writes schemas down. */
export interface SchemaDialect {
  publish(node: SchemaNode, components: Components): PublishedSchema
  publishCustom(node: SchemaNode, components: Components): PublishedSchema
}

const GVK = 'x-kubernetes-group-version-kind'

/** Adds the schemas of a resource and its list, and says under which names. */
export function publishResource(
  resource: ServedResource,
  components: Components,
  dialect: SchemaDialect,
): ResourceComponents {
  const { group, version, kind, listKind, schema } = resource
  const object = schema[COMPONENT] ?? customComponentName(group, version, kind)
  if (schema[COMPONENT] === undefined) components[object] ??= dialect.publishCustom(schema, components)
  else dialect.publish(schema, components)
  const list = object.slice(0, object.length - kind.length) + listKind
  if (resource.verbs.includes('list')) {
    dialect.publish(listSchema(kind, { [COMPONENT]: object }, list), components)
    addKind(components, list, { group, version, kind: listKind })
  }
  addKind(components, object, { group, version, kind })
  if (resource.custom) for (const name of [object, list]) addSelectableFields(components, name, resource)
  return { object, list }
}

/** Adds the schemas that operations of all resources speak. */
export function publishShared(
  components: Components,
  dialect: SchemaDialect,
  versions: Iterable<Pick<GroupVersionKind, 'group' | 'version'>>,
): void {
  for (const { node } of [status, deleteOptions, patch, Scale]) dialect.publish(node, components)
  addKind(components, STATUS, { group: '', version: 'v1', kind: 'Status' })
  addKind(components, SCALE, { group: 'autoscaling', version: 'v1', kind: 'Scale' })
  for (const { group, version } of versions) {
    addKind(components, DELETE_OPTIONS, { group, version, kind: 'DeleteOptions' })
  }
}

/** In place: says which kind a component is, or is as well. Clients find the schema of a kind by this. */
function addKind(components: Components, name: string, { group, kind, version }: GroupVersionKind): void {
  const component = components[name]
  if (!component) return
  const known = (component[GVK] ?? []) as GroupVersionKind[]
  const isKnown = known.some((each) => each.group === group && each.version === version && each.kind === kind)
  if (!isKnown) component[GVK] = [...known, { group, kind, version }]
}

/** In place: says by which fields lists can be filtered. */
function addSelectableFields(components: Components, name: string, { selectableFields }: ServedResource): void {
  const component = components[name]
  if (!component || selectableFields.length === 0) return
  component['x-kubernetes-selectable-fields'] = selectableFields.map((fieldPath) => ({ fieldPath }))
}
