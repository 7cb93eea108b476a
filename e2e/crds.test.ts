import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CustomResourceDefinition } from '@skep/api'
import type { ApiServer } from '@skep/apiserver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from './support/cluster.ts'

const oracle = resolve(process.env['SKEP_ORACLE_DIR'] ?? fileURLToPath(new URL('../../shared/oracle', import.meta.url)))
const folder = join(oracle, 'crds')
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** Takes about 3 seconds on two idle cores; slow and busy machines are given time. */
const TIME_LIMIT_MS = 15_000

/** The published definitions of the systems that Skep speaks with. */
function publishedDefinitions(): CustomResourceDefinition[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

const servedVersions = ({ spec }: CustomResourceDefinition) =>
  spec.versions
    .filter(({ served }) => served)
    .map(({ name }) => ({ version: name, path: `/apis/${spec.group}/${name}` }))

async function read<T>(server: ApiServer, path: string, accept = 'application/json'): Promise<T> {
  const response = await server.handle({ path, headers: { accept } })
  expect(response.status, path).toBe(200)
  return response.json<T>()
}

const isEstablished = ({ status }: CustomResourceDefinition): boolean =>
  status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True') ?? false

/** Installs one definition, and comes back when it is served. */
async function install(server: ApiServer, body: CustomResourceDefinition): Promise<void> {
  const answer = await server.handle({ method: 'POST', path: DEFINITIONS, body })
  expect(answer.status, JSON.stringify(await answer.json())).toBe(201)
  const path = `${DEFINITIONS}/${body.metadata.name}`
  while (!isEstablished(await read(server, path))) await new Promise(setImmediate)
}

/** Removes one definition, and comes back when it is gone. */
async function remove(server: ApiServer, { metadata }: CustomResourceDefinition): Promise<void> {
  const path = `${DEFINITIONS}/${metadata.name}`
  await server.handle({ method: 'DELETE', path })
  while ((await server.handle({ path })).status === 200) await new Promise(setImmediate)
}

const DISCOVERY = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

async function discoveredKinds(server: ApiServer): Promise<Set<string>> {
  type Groups = {
    items: { metadata: { name: string }; versions: { version: string; resources: { resource: string }[] }[] }[]
  }
  const { items } = await read<Groups>(server, '/apis', DISCOVERY)
  return new Set(
    items.flatMap(({ metadata, versions }) =>
      versions.flatMap(({ version, resources }) =>
        resources.map(({ resource }) => `${metadata.name}/${version}/${resource}`),
      ),
    ),
  )
}

async function documentedKinds(server: ApiServer, paths: Iterable<string>): Promise<Set<string>> {
  type Schema = { 'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[] }
  const kinds = new Set<string>()
  for (const path of paths) {
    const { components } = await read<{ components: { schemas: Record<string, Schema> } }>(server, `/openapi/v3${path}`)
    for (const schema of Object.values(components.schemas)) {
      for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? []) {
        kinds.add(`${group}/${version}/${kind}`)
      }
    }
  }
  return kinds
}

describe('the definitions of the systems around', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startTestCluster()
  })
  afterAll(() => cluster.close())

  it.runIf(existsSync(folder))('install unchanged, are served, discovered and documented, and go again', async () => {
    const { server } = cluster
    const definitions = publishedDefinitions()
    const start = performance.now()

    await Promise.all(definitions.map((definition) => install(server, definition)))
    const discovered = await discoveredKinds(server)
    const documented = await documentedKinds(
      server,
      new Set(definitions.flatMap(servedVersions).map(({ path }) => path)),
    )
    for (const definition of definitions) {
      const { group, names } = definition.spec
      for (const { version, path } of servedVersions(definition)) {
        expect(await read(server, `${path}/${names.plural}`)).toMatchObject({ kind: names.listKind, items: [] })
        expect(discovered).toContain(`${group}/${version}/${names.plural}`)
        expect(documented).toContain(`${group}/${version}/${names.kind}`)
      }
    }
    await Promise.all(definitions.map((definition) => remove(server, definition)))
    const left = await discoveredKinds(server)

    const elapsed = performance.now() - start
    console.log(`${definitions.length} definitions installed, served and removed in ${Math.round(elapsed)} ms`)
    expect([...left].filter((kind) => !/^([a-z]+|[a-z.]+\.k8s\.io)\//.test(kind))).toEqual([])
    expect(elapsed).toBeLessThan(TIME_LIMIT_MS)
  })
})
