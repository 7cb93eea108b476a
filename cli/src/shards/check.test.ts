import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hiveKinds } from '@skep/api'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createClient, inProcessTransport, installKinds } from '@skep/client'
import { expect, it, onTestFinished } from 'vitest'
import { checkShardFiles } from './check.ts'
import { describeReports } from './describe.ts'

const PLACE = '  region: us-east-1\n  cloud_provider: aws\n'

/** What is wrong with each shard of a file. */
async function problemsIn(shards: string): Promise<(readonly string[])[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'skep-')), 'shards.yaml')
  writeFileSync(file, `provision_shards:\n${shards}`)
  return (await checkShardFiles([file], {})).map(({ problems }) => problems)
}

async function startServer(): Promise<ApiServer> {
  const server = await startApiServer({ controllers: false })
  onTestFinished(() => server.close())
  return server
}

const configOf = async (server: ApiServer): Promise<string> => (await server.kubeconfig()).replace(/^/gm, '    ')

it('tells everything that is wrong with a shard at once', async () => {
  const [problems] = await problemsIn('- id: a\n  status: idle\n  cloud_provider: moon\n  hive_config: /some/path\n')

  expect(problems).toEqual([
    "status is 'idle', and must be one of active, maintenance, offline",
    'region is missing',
    "cloud_provider is 'moon', and must be one of aws, azure, gcp",
    "hive_config must be the content of a kubeconfig, but '/some/path' looks like the path of a file",
  ])
})

it('tells of a file without shards', async () => {
  expect(await problemsIn('  []\n')).toEqual([
    ['has no shards, so that every order would wait: add one with `skep provision-shard generate`'],
  ])
})

it('tells of shards that lead nowhere, or to a server without the kinds that are needed', async () => {
  const server = await startServer()

  expect(await problemsIn(`- id: a\n${PLACE}`)).toEqual([
    ['has none of hive_config, hypershift_config, maestro_config: no cluster can be built there'],
  ])
  expect(await problemsIn(`- id: a\n${PLACE}  hive_config: |\n${await configOf(server)}`)).toEqual([
    [`hive_config: ${server.url} has no clusterdeployments.hive.openshift.io: is its operator installed there?`],
  ])
})

it('has nothing to say about a shard that can be used', async () => {
  const server = await startServer()
  const client = createClient({ transport: inProcessTransport(server) })
  await installKinds(client, hiveKinds, { signal: new AbortController().signal })
  client.close()

  expect(await problemsIn(`- id: a\n${PLACE}  hive_config: |\n${await configOf(server)}`)).toEqual([[]])
})

it('names shards by their ids, fields that it does not know, and files that hold no shards by their paths', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skep-'))
  const [shards, broken] = [join(folder, 'shards.yaml'), join(folder, 'broken.yaml')]
  writeFileSync(
    shards,
    `provision_shards:\n- id: a\n  statuss: offline\n${PLACE}- id: a\n  status: idle\n  topologie: x\n${PLACE}`,
  )
  writeFileSync(broken, 'provision_shards: [')

  expect(describeReports(await checkShardFiles([shards, broken], {})).split('\n')).toEqual([
    `a (${shards})`,
    '  ok     status active, aws in us-east-1',
    "  note   there is no field 'statuss', so that it is ignored: is it misspelled?",
    '  WRONG  has none of hive_config, hypershift_config, maestro_config: no cluster can be built there',
    `a (${shards})`,
    "  note   there is no field 'topologie', so that it is ignored: is it misspelled?",
    "  WRONG  status is 'idle', and must be one of active, maintenance, offline",
    `  WRONG  is defined in ${shards} already: give it another id`,
    broken,
    '  WRONG  is not YAML (line 1, column 20)',
    '1 file and 2 shards with problems',
  ])
})
