import type { ServedResource } from '../contracts.ts'
import type { Group } from './groups.ts'
import { subresourcesOf } from './subresources.ts'

const BINDINGS = {
  resource: 'bindings',
  responseKind: { group: '', version: '', kind: 'Binding' },
  scope: 'Namespaced',
  singularResource: 'binding',
  verbs: ['create'],
}

/** All groups with all resources in one document (`APIGroupDiscoveryList` of apidiscovery.k8s.io/v2). */
export function groupDiscoveryList(groups: readonly Group[], core: boolean) {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.filter(({ name }) => (name === '') === core).map(describeGroup),
  }
}

function describeGroup({ name, versions }: Group) {
  return {
    metadata: name === '' ? {} : { name },
    versions: versions.map(({ version, resources }) => ({
      version,
      resources: [...(name === '' ? [BINDINGS] : []), ...resources.map(describeResource)],
      freshness: 'Current',
    })),
  }
}

function describeResource(resource: ServedResource) {
  const subresources = subresourcesOf(resource).map((subresource) => ({
    subresource: subresource.name,
    responseKind: responseKind(resource, subresource.kind, subresource.foreign),
    verbs: subresource.verbs,
  }))
  return {
    resource: resource.resource,
    responseKind: responseKind(resource, resource.kind),
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  }
}

/** Built-in kinds leave group and version empty where they equal the resource's own; custom ones spell them out. */
function responseKind(resource: ServedResource, kind: string, foreign?: { group: string; version: string }) {
  if (foreign) return { ...foreign, kind }
  return resource.custom ? { group: resource.group, version: resource.version, kind } : { group: '', version: '', kind }
}
