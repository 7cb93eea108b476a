import { randomBytes } from 'node:crypto'
import { createClient } from '@skep/client'
import { type ControlClient, createControlClient, type Speed } from '@skep/sim'
import { type Command, Option } from 'commander'
import { createClustersClient } from '../clusters-client.ts'
import { openScreen } from '../demo/screen.ts'
import { openKubeconfig } from '../explain/open-kubeconfig.ts'
import { reporting, UserError } from '../failure.ts'
import { controlApiOf } from '../kubeconfig-file.ts'
import { parseSpeed } from '../sim/parse.ts'
import { stopRequested } from '../stop.ts'

const HIVE_EXAMPLES = `
  skep demo hive                                  with a throw-away Skep of its own
  skep demo hive --speed 5x
  skep demo hive --url http://localhost:8001      with the one that \`skep up\` runs`

const HOSTED_EXAMPLES = `
  skep demo hosted                                a minute for an hour of a hosted cluster
  skep demo hosted --speed instant                as fast as this machine can
  skep demo hosted --keep                         and then go on with it yourself
  skep demo hosted --kubeconfig .skep/kubeconfig  on the management cluster that \`skep up\` runs`

const examples = (...lists: readonly string[]): string => `\nExamples:${lists.join('')}`

/** `skep demo`: shows what Skep does, on one screen. */
export function addDemoCommand(program: Command): void {
  const demo = program.command('demo').description('show what Skep does')
  demo.addHelpText('after', examples(HIVE_EXAMPLES, HOSTED_EXAMPLES))
  demo
    .command('hive')
    .description('order three clusters, one of them slow and one that fails, and watch')
    .option('--url <address>', 'address of a clusters service that runs (default: start everything for the occasion)')
    .option('--sim-url <address>', 'with --url: address of the control API', 'http://localhost:8080')
    .option('--environment <name>', 'with --url: the --environment of that clusters service', 'development')
    .option('--speed <speed>', 'without --url: real, instant, or a factor such as 5x', parseSpeed)
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', examples(HIVE_EXAMPLES))
    .action(reporting(runHive))
  demo
    .command('hosted')
    .description('make a hosted cluster with two node pools, use it, scale it, upgrade it, delete it, and watch')
    .option('--kubeconfig <file>', 'a management cluster that runs (default: start one for the occasion)')
    .option('--sim-url <address>', 'with --kubeconfig: address of the control API (default: as the kubeconfig says)')
    .addOption(
      new Option('--speed <speed>', 'without --kubeconfig: real, instant, or a factor')
        .argParser(parseSpeed)
        .default(HOSTED_SPEED, `${HOSTED_SPEED}x`),
    )
    .option('--keep', 'leave the hosted cluster, and go on until stopped', false)
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', examples(HOSTED_EXAMPLES))
    .action(reporting(runHosted))
}

interface HiveFlags {
  readonly url?: string
  readonly simUrl: string
  readonly environment: string
  readonly speed?: Speed
  readonly verbose?: boolean
}

async function runHive({ url, simUrl, environment, speed }: HiveFlags): Promise<void> {
  const signal = stopSignal()
  const { clustersUrl, controlUrl, stop } =
    url === undefined ? await startOwn(speed, { nodes: 0 }) : { clustersUrl: url, controlUrl: simUrl, stop: nothing }
  const parts = {
    clusters: createClustersClient({ url: clustersUrl, signal: new AbortController().signal }),
    simulation: createControlClient({ url: controlUrl }),
    environment,
  }
  const { runDemo } = await import('../demo/hive/run.ts')
  try {
    await reach('clusters service', clustersUrl, '--url')
    await reach('simulation', controlUrl, '--sim-url')
    await runDemo(parts, { ...presentation(), signal })
  } finally {
    await stop()
  }
}

/** Who names what does not run is told so before anything else. */
async function reach(what: string, url: string, flag: string): Promise<void> {
  try {
    await fetch(url)
  } catch (cause) {
    throw new UserError(`no ${what} answers at ${url}: start one with \`skep up\`, or name another with ${flag}`, {
      cause,
    })
  }
}

const USUAL_CONTROL_URL = 'http://localhost:8080'

/** About a minute for all of it. */
const HOSTED_SPEED = 60

interface HostedFlags {
  readonly kubeconfig?: string
  readonly simUrl?: string
  readonly speed: Speed
  readonly keep: boolean
  readonly verbose?: boolean
}

async function runHosted({ kubeconfig, simUrl, speed, keep }: HostedFlags): Promise<void> {
  const signal = stopSignal()
  const own = kubeconfig === undefined
  const skep = own
    ? await startOwn(speed, { nodes: 3, disable: ['hive', 'accounts', 'clusters-service'] })
    : { kubeconfig, stop: nothing }
  const endpoint = await openKubeconfig({ kubeconfig: skep.kubeconfig })
  const management = createClient({ kubeconfig: endpoint })
  const { runHostedDemo } = await import('../demo/hosted/run.ts')
  const { checkManagementCluster } = await import('../demo/hosted/check.ts')
  try {
    await checkManagementCluster(skep.kubeconfig)
    const controlUrl = simUrl ?? controlApiOf(endpoint) ?? USUAL_CONTROL_URL
    const simulation = await reachable(createControlClient({ url: controlUrl }))
    await runHostedDemo({ management, ...simulation }, { ...presentation(), keep, signal })
    if (keep && own) await untilStopped(skep.kubeconfig, signal)
  } finally {
    management.close()
    await skep.stop()
  }
}

/** Only who asks for the time needs a simulation: a management cluster may be without one. */
const reachable = async (simulation: ControlClient): Promise<{ simulation?: ControlClient }> =>
  simulation.time().then(
    () => ({ simulation }),
    () => ({}),
  )

/** Keeps what was started for the occasion until its user has seen enough. */
async function untilStopped(kubeconfig: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  console.log(`\nThe management cluster: export KUBECONFIG=${kubeconfig}\nCtrl-C stops it, and removes all of it.`)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
}

function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  stopRequested().then(() => stopping.abort())
  return stopping.signal
}

const presentation = () => ({
  suffix: randomBytes(2).toString('hex'),
  screen: openScreen(process.stdout),
  tell: (line: string) => console.log(line),
})

const startOwn: typeof import('../demo/own-skep.ts').startOwnSkep = async (speed, parts) => {
  // Loaded here, so that `skep --help` waits for no part of it.
  const { startOwnSkep } = await import('../demo/own-skep.ts')
  return startOwnSkep(speed, parts)
}

const nothing = async () => undefined
