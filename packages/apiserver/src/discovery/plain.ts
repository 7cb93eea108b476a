import { createHash } from 'node:crypto'
import type { ServedResource } from '../contracts.ts'
import type { Group } from './groups.ts'
import { subresourcesOf } from './subresources.ts'

const groupVersion = (group: string, version: string): string => (group === '' ? version : `${group}/${version}`)

/** `/api`: the versions of the core group. `address` is where clients reach the server. */
export function apiVersions(address: string) {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  }
}

/** `/apis`: every group but core, whose versions `/api` lists. */
export function apiGroupList(groups: readonly Group[]) {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groups.filter(({ name }) => name !== '').map(describeGroup),
  }
}

/** `/apis/GROUP`. */
export const apiGroup = (group: Group) => ({ kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group) })

function describeGroup({ name, versions }: Group) {
  const listed = versions.map(({ version }) => ({ groupVersion: groupVersion(name, version), version }))
  return { name, versions: listed, preferredVersion: listed[0] }
}

const BINDINGS = { name: 'bindings', singularName: 'binding', namespaced: true, kind: 'Binding', verbs: ['create'] }

/** `/api/v1` and `/apis/GROUP/VERSION`: resources and their subresources. */
export function apiResourceList(group: string, version: string, resources: readonly ServedResource[]) {
  return {
    kind: 'APIResourceList',
    // The core list has no apiVersion: it is older than the rule that every object has one.
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: groupVersion(group, version),
    resources: [...(group === '' ? [BINDINGS] : []), ...resources.flatMap(describeResource)],
  }
}

function describeResource(resource: ServedResource) {
  const { resource: name, namespaced, kind } = resource
  const own = {
    name,
    singularName: resource.singular,
    namespaced,
    kind,
    verbs: resource.verbs,
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(resource.verbs.includes('list') ? { storageVersionHash: storageVersionHash(resource) } : {}),
  }
  const subresources = subresourcesOf(resource).map((subresource) => ({
    name: `${name}/${subresource.name}`,
    singularName: '',
    namespaced,
    ...subresource.foreign,
    kind: subresource.kind,
    verbs: subresource.verbs,
  }))
  return [own, ...subresources]
}

/** Lets clients notice that objects are stored in another version than before. */
function storageVersionHash({ group, storageVersion, kind }: ServedResource): string {
  return createHash('sha256').update(`${group}/${storageVersion}/${kind}`).digest().subarray(0, 8).toString('base64')
}
