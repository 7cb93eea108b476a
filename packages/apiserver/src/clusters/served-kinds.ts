import type { KindDefinition } from '@skep/schema'
import type { GroupResource, ServedResource, StoredForm } from '../contracts.ts'
import { servedResource } from '../registry/served-resource.ts'

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** A kind as the server serves it. */
export function serveKind(kind: KindDefinition, storedAs?: StoredForm): ServedResource {
  return servedResource({
    group: kind.group,
    version: kind.version,
    resource: kind.plural,
    singular: kind.singular,
    kind: kind.kind,
    listKind: kind.listKind,
    shortNames: kind.shortNames,
    categories: kind.categories,
    namespaced: kind.scope === 'Namespaced',
    verbs: kind.verbs ?? ALL_VERBS,
    schema: kind.schema.node,
    columns: kind.columns,
    selectableFields: kind.selectableFields,
    nameRule: kind.nameRule,
    createOnUpdate: kind.createOnUpdate,
    statusSubresource: kind.statusSubresource,
    scale: kind.scale,
    rules: kind.rules,
    custom: kind.custom,
    storageVersion: kind.version,
    storedAs,
  })
}

/** Resources by what a path says, and by what a name alone says. */
export class ResourceMap {
  readonly #byVersion = new Map<string, ServedResource>()
  readonly #preferred = new Map<string, ServedResource>()
  readonly #byKind = new Map<string, ServedResource>()
  readonly #groups = new Set<string>()

  constructor(resources: Iterable<ServedResource> = []) {
    for (const resource of resources) this.add(resource)
  }

  /** The first version added of a resource is its preferred one. */
  add(resource: ServedResource): void {
    const { group, version, resource: name } = resource
    this.#groups.add(group)
    this.#byVersion.set(pathKey(group, version, name), resource)
    const key = groupKey({ group, resource: name })
    if (!this.#preferred.has(key)) this.#preferred.set(key, resource)
    const kind = kindKey(group, resource.kind)
    if (resource.verbs.includes('get') && !this.#byKind.has(kind)) this.#byKind.set(kind, resource)
  }

  /** By a key that `pathKey` made. */
  get(key: string): ServedResource | undefined {
    return this.#byVersion.get(key)
  }

  preferred(at: GroupResource): ServedResource | undefined {
    return this.#preferred.get(groupKey(at))
  }

  /** The first resource of a kind whose objects can be read. */
  ofKind(group: string, kind: string): ServedResource | undefined {
    return this.#byKind.get(kindKey(group, kind))
  }

  hasGroup(group: string): boolean {
    return this.#groups.has(group)
  }

  values(): Iterable<ServedResource> {
    return this.#byVersion.values()
  }
}

/** How a path names a resource. */
export const pathKey = (group: string, version: string, resource: string): string => `${group}/${version}/${resource}`
const kindKey = (group: string, kind: string): string => `${group}/${kind}`
const groupKey = ({ group, resource }: GroupResource): string => `${group}/${resource}`
