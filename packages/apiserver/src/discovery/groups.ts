import { getOrMake } from '@skep/base'
import type { ServedResource } from '../contracts.ts'
import { comparePriority } from './versions.ts'

/** The resources of a cluster, sorted into groups and versions the way discovery shows them. */
export interface Group {
  name: string
  /** Preferred version first. */
  versions: { version: string; resources: ServedResource[] }[]
}

/** Groups in the order in which their first resource is served, which is the order kube-apiserver shows for its own. */
export function groupsOf(resources: Iterable<ServedResource>): Group[] {
  const groups = new Map<string, Map<string, ServedResource[]>>()
  for (const resource of resources) {
    const versions = getOrMake(groups, resource.group, () => new Map<string, ServedResource[]>())
    getOrMake(versions, resource.version, (): ServedResource[] => []).push(resource)
  }
  return [...groups].map(([name, versions]) => ({
    name,
    versions: [...versions]
      .map(([version, served]) => ({ version, resources: served.sort(byName) }))
      .sort((a, b) => comparePriority(a.version, b.version)),
  }))
}

const byName = (a: ServedResource, b: ServedResource): number => (a.resource < b.resource ? -1 : 1)
