import type { Client, ClientKind, DynamicObject } from '@skep/client'
import { kindOf } from '@skep/client'

/** A kind that a cluster serves, with the names by which people call it. */
export interface ServedKind {
  readonly kind: ClientKind<DynamicObject>
  readonly singular: string
  readonly shortNames: readonly string[]
}

/** The form of discovery that says everything at once. */
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

interface GroupList {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string }
    readonly versions?: readonly {
      readonly version: string
      readonly resources?: readonly {
        readonly resource: string
        readonly responseKind?: { readonly kind: string }
        readonly scope: string
        readonly singularResource?: string
        readonly shortNames?: readonly string[]
        readonly verbs?: readonly string[]
      }[]
    }[]
  }[]
}

/** All kinds that can be listed, each in the version that its server prefers. */
export async function fetchServedKinds(client: Client): Promise<readonly ServedKind[]> {
  const lists = await Promise.all(['/api', '/apis'].map((path) => fetchGroups(client, path)))
  return lists.flatMap(({ items = [] }) =>
    items.flatMap(({ metadata, versions = [] }) => {
      const taken = new Set<string>()
      return versions.flatMap(({ version, resources = [] }) =>
        resources
          .filter(({ resource, verbs }) => verbs?.includes('list') && !taken.has(resource))
          .map((resource) => {
            taken.add(resource.resource)
            return servedKind(metadata?.name ?? '', version, resource)
          }),
      )
    }),
  )
}

type Resource = NonNullable<
  NonNullable<NonNullable<GroupList['items']>[number]['versions']>[number]['resources']
>[number]

const servedKind = (group: string, version: string, resource: Resource): ServedKind => ({
  kind: kindOf({
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind: resource.responseKind?.kind ?? resource.resource,
    plural: resource.resource,
    namespaced: resource.scope === 'Namespaced',
  }),
  singular: resource.singularResource ?? '',
  shortNames: resource.shortNames ?? [],
})

async function fetchGroups(client: Client, path: string): Promise<GroupList> {
  const { body } = await client.raw({ path, headers: { accept: AGGREGATED } })
  return JSON.parse(body.toString('utf8')) as GroupList
}

/** The kinds that somebody may mean by a word: `hc`, `hostedclusters`, `HostedCluster`, `machine.cluster.x-k8s.io`. */
export function kindsCalled(word: string, served: readonly ServedKind[]): readonly ServedKind[] {
  const [name = '', ...rest] = word.toLowerCase().split('.')
  const group = rest.join('.')
  return served.filter(({ kind, singular, shortNames }) => {
    const names = [kind.kind.toLowerCase(), kind.plural, singular, ...shortNames]
    return names.includes(name) && (group === '' || kind.group === group)
  })
}
