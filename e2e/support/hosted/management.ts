import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ControlClient, createControlClient } from '@skep/sim'
import { type EverythingOptions, startEverything } from '../../../cli/src/up/start.ts'
import { openShell, type Shell } from '../shell.ts'
import { type HostedUser, hostedUser } from './user.ts'

/** Ends what hangs; nothing that a test runs takes that long, not even on a busy machine. */
export const PATIENCE_MS = 240_000

/** How behaviours are in these tests. */
export const BEHAVIOUR = fileURLToPath(new URL('../../samples/hosted-behaviour.yaml', import.meta.url))

/** A management cluster as `skep up` starts it, in this process, with its users. */
export interface ManagementCluster extends HostedUser {
  /** Drives the simulation. */
  readonly sim: ControlClient
  /** Where machines get their configuration. */
  readonly ignitionUrl: string
  close(): Promise<void>
}

/** Starts one in which time passes twenty times as fast, so that what looks at things now and then does so soon. */
export async function startManagement(
  options: Pick<EverythingOptions, 'rawFeedback' | 'nodes'> = { nodes: 3 },
): Promise<ManagementCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'skep-hosted-'))
  const kubeconfig = join(folder, 'kubeconfig')
  const everything = await startEverything(
    {
      ...{ dataDir: folder, ephemeral: true, host: '127.0.0.1', portsFrom: 0, kubeconfig },
      ...{ engine: 'full', disable: ['hive', 'accounts', 'clusters-service'], logLevel: 'error', logFormat: 'text' },
      ...{ config: BEHAVIOUR, speed: 20 },
      ...options,
    },
    () => undefined,
  )
  const sim = createControlClient({ url: everything.controlUrl! })
  return {
    ...hostedUser(shellIn(folder, kubeconfig), folder),
    sim,
    ignitionUrl: everything.ignitionUrl!,
    close: async () => {
      await everything.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An administrator's shell, with its home in the folder. */
export const shellIn = (folder: string, kubeconfig: string): Shell =>
  openShell(folder, { HOME: folder, TMPDIR: folder, KUBECONFIG: kubeconfig }, { timeLimitMs: PATIENCE_MS })
