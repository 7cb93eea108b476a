import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Speed } from '@skep/sim'
import { type EverythingOptions, startEverything } from '../up/start.ts'

/** A Skep of one's own, for as long as a demonstration takes. */
export interface OwnSkep {
  readonly clustersUrl: string
  readonly controlUrl: string
  readonly kubeconfig: string
  stop(): Promise<void>
}

/** Starts what a demonstration needs on ports that are free; nothing is left of it once it was stopped. */
export async function startOwnSkep(
  speed: Speed | undefined,
  parts: Pick<EverythingOptions, 'nodes' | 'disable'>,
): Promise<OwnSkep> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-demo-'))
  console.log('Starting a Skep for the occasion')
  const everything = await startEverything(
    {
      dataDir,
      ephemeral: true,
      host: '127.0.0.1',
      portsFrom: 0,
      engine: 'simulator',
      logLevel: 'error',
      logFormat: 'text',
      ...parts,
      ...(speed === undefined ? {} : { speed }),
    },
    () => undefined,
  )
  const stop = async () => {
    await everything.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { clustersServiceUrl = '', controlUrl = '', kubeconfig } = everything
  return { clustersUrl: clustersServiceUrl, controlUrl, kubeconfig, stop }
}
