import { createHash } from 'node:crypto'
import { type Column, ContentCache, type SchemaNode } from '@skep/schema'
import type { ServedResource } from '../contracts.ts'
import { comparePriority } from '../discovery/versions.ts'
import { servedResource } from '../registry/served-resource.ts'
import type { DefinitionNames, DefinitionSpec, DefinitionVersion } from './definition.ts'
import { deprecationOf } from './deprecation.ts'

/** Converts objects of one definition between its versions; undefined where only `apiVersion` differs. */
export type Convert = ServedResource['convert']

/** What a definition makes a cluster serve. */
export interface ServedDefinition {
  /** One per served version, preferred ones first. */
  readonly resources: readonly ServedResource[]
  /** In the version in which objects are stored, which need not be served. */
  readonly stored: ServedResource
}

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
/** A version without a schema takes everything. */
const ANYTHING: SchemaNode = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const known = new ContentCache<ServedDefinition>()
const fingerprints = new WeakMap<ServedResource, string>()

/** What a definition is served from. */
export interface ServeInput {
  readonly spec: DefinitionSpec
  /** The names that the definition was given. */
  readonly names: DefinitionNames
  readonly convert?: Convert
  /** Keeps apart what converts differently: a logical cluster's own webhooks. */
  readonly scope?: string
}

/**
 * Turns a definition into resources. Equal definitions share one result with all that is compiled from it, so that a
 * thousand logical clusters with the same definitions hold it once.
 */
export function serveDefinition(input: ServeInput): ServedDefinition {
  const { spec, names, scope = '' } = input
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([spec, names, scope]))
    .digest('base64url')
  return known.get(fingerprint, () => {
    const served = serveVersions(input)
    for (const resource of served.resources) fingerprints.set(resource, `${fingerprint} ${resource.version}`)
    return served
  })
}

function serveVersions(input: ServeInput): ServedDefinition {
  const { versions } = input.spec
  const storage = versions.find((version) => version.storage) ?? versions[0]!
  const all = new Map<string, ServedResource>()
  const schemaOf = (version: string) => all.get(version)?.compiled
  for (const version of versions) all.set(version.name, serveVersion(input, version, storage.name, schemaOf))
  const resources = versions
    .filter(({ served }) => served)
    .map(({ name }) => all.get(name)!)
    .sort((a, b) => comparePriority(a.version, b.version))
  return { resources, stored: all.get(storage.name)! }
}

/** A text that two custom resources share only if they are the same in all respects. */
export const fingerprintOf = (resource: ServedResource): string | undefined => fingerprints.get(resource)

function serveVersion(
  { spec, names, convert }: ServeInput,
  version: DefinitionVersion,
  storageVersion: string,
  schemaOf: NonNullable<ServedResource['schemaOf']>,
): ServedResource {
  const schema = version.schema?.openAPIV3Schema ?? ANYTHING
  return servedResource({
    group: spec.group,
    version: version.name,
    resource: names.plural,
    singular: names.singular ?? '',
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: spec.scope === 'Namespaced',
    verbs: VERBS,
    schema,
    columns: (version.additionalPrinterColumns ?? []) as Column[],
    selectableFields: (version.selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, '')),
    nameRule: 'dns-subdomain',
    createOnUpdate: false,
    statusSubresource: version.subresources?.status !== undefined,
    scale: version.subresources?.scale,
    rules: undefined,
    custom: true,
    storageVersion,
    schemaOf,
    deprecation: deprecationOf(spec, version),
    ...(convert ? { convert } : {}),
  })
}
