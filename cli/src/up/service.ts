import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startClustersService } from '@skep/clusters-service'
import type { RunningServer } from '../api-server.ts'
import { explainStart } from '../failure.ts'
import { DEFAULT_SHARD, renderShard } from '../shards/render-shard.ts'
import { chosenOperators, type RunningPart } from './operators.ts'
import type { ChosenPort } from './ports.ts'
import type { EverythingOptions } from './start.ts'

/** Starts the clusters service, with the management cluster as its one shard. */
export async function startService(
  { kubeconfig, log }: RunningServer,
  { port, portOption }: ChosenPort,
  { dataDir, ephemeral, host, disable }: EverythingOptions,
): Promise<RunningPart> {
  const folder = ephemeral ? await mkdtemp(join(tmpdir(), 'skep-')) : resolve(dataDir)
  const discard = async () => (ephemeral ? rm(folder, { recursive: true, force: true }) : undefined)
  const shardFile = join(folder, 'provision-shard.yaml')
  const shard = { ...DEFAULT_SHARD, hosting: chosenOperators({ disable }).has('hypershift') }
  await writeFile(shardFile, renderShard(await readFile(kubeconfig.path, 'utf8'), shard), { mode: 0o600 })
  try {
    const service = await startClustersService({
      databaseUrl: ephemeral ? 'sqlite::memory:' : `sqlite:${join(folder, 'clusters-service.db')}`,
      provisionShardsFiles: [shardFile],
      // The one shard is the whole machine: nothing is gained by a limit.
      shardClusterLimit: Number.MAX_SAFE_INTEGER,
      host,
      port,
      log,
    })
    const stop = async () => {
      await service.close()
      await discard()
    }
    return { url: service.url, stop }
  } catch (error) {
    await discard()
    throw explainStart(error, { host, port, portOption })
  }
}
