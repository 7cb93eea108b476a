import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createControlClient, type Speed } from '@skep/sim'
import type { Command } from 'commander'
import { createClustersClient } from '../clusters-client.ts'
import { runDemo } from '../demo/run.ts'
import { createLineScreen, createTableScreen } from '../demo/screen.ts'
import { reporting } from '../failure.ts'
import { parseSpeed } from '../sim/parse.ts'
import { stopRequested } from '../stop.ts'
import { startEverything } from '../up/start.ts'

const EXAMPLES = `
Examples:
  skep demo hive                                  with a throw-away Skep of its own
  skep demo hive --speed 5x
  skep demo hive --url http://localhost:8001      with the one that \`skep up\` runs`

interface DemoFlags {
  readonly url?: string
  readonly simUrl: string
  readonly environment: string
  readonly speed?: Speed
  readonly verbose?: boolean
}

/** `skep demo`: shows what Skep does, on one screen. */
export function addDemoCommand(program: Command): void {
  const demo = program.command('demo').description('show what Skep does').addHelpText('after', EXAMPLES)
  demo
    .command('hive')
    .description('order three clusters, one of them slow and one that fails, and watch')
    .option('--url <address>', 'address of a clusters service that runs (default: start everything for the occasion)')
    .option('--sim-url <address>', 'with --url: address of the control API', 'http://localhost:8080')
    .option('--environment <name>', 'with --url: the --environment of that clusters service', 'development')
    .option('--speed <speed>', 'without --url: real, instant, or a factor such as 5x', parseSpeed)
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', EXAMPLES)
    .action(reporting(run))
}

async function run({ url, simUrl, environment, speed }: DemoFlags): Promise<void> {
  const stopping = new AbortController()
  stopRequested().then(() => stopping.abort())
  const { clustersUrl, controlUrl, stop } =
    url === undefined ? await startOwn(speed) : { clustersUrl: url, controlUrl: simUrl, stop: async () => undefined }
  const parts = {
    clusters: createClustersClient({ url: clustersUrl, signal: new AbortController().signal }),
    simulation: createControlClient({ url: controlUrl }),
    environment,
  }
  const write = (text: string) => process.stdout.write(text)
  const screen = process.stdout.isTTY ? createTableScreen(write, process.stdout.columns) : createLineScreen(write)
  const suffix = randomBytes(2).toString('hex')
  await runDemo(parts, { suffix, screen, tell: console.log, signal: stopping.signal }).finally(stop)
}

/** Everything, for as long as the demonstration takes, on ports that are free. */
async function startOwn(speed: Speed | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-demo-'))
  console.log('Starting a Skep for the occasion')
  const everything = await startEverything(
    {
      dataDir,
      ephemeral: true,
      host: '127.0.0.1',
      portsFrom: 0,
      nodes: 0,
      engine: 'simulator',
      logLevel: 'error',
      logFormat: 'text',
      ...(speed === undefined ? {} : { speed }),
    },
    () => undefined,
  )
  const stop = async () => {
    await everything.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { clustersServiceUrl = '', controlUrl = '' } = everything
  return { clustersUrl: clustersServiceUrl, controlUrl, stop }
}
