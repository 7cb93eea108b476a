import type { ClusterState } from '@skep/clusters-service'
import { type Command, Option } from 'commander'
import { createClustersClient } from '../clusters-client.ts'
import { reporting, UserError } from '../failure.ts'
import { parseTime } from '../options.ts'
import { type Waiting, waitForCluster, waitForKubernetes, waitForUrl } from '../wait/wait.ts'

const EXAMPLES = `
Examples:
  skep wait --for=up http://localhost:8001/api/clusters_mgmt/v1
  skep wait --for=up                                          the API of $KUBECONFIG
  skep wait --for=up --kubeconfig /tmp/hive-simulator-kubeconfig.yaml --timeout 30s
  skep wait --for=ready cluster/blue --timeout 2m             by name or by id
  skep wait --for=deleted cluster/blue --url http://localhost:8001`

interface WaitFlags {
  readonly for: string
  readonly url: string
  readonly kubeconfig?: string
  readonly timeout: number
  readonly verbose?: boolean
}

/** Waiting for anything else would never end. */
const CLUSTER_STATES: Readonly<Record<ClusterState, true>> = {
  ready: true,
  error: true,
  hibernating: true,
  waiting: true,
  validating: true,
  pending: true,
  installing: true,
  updating: true,
  powering_down: true,
  resuming: true,
  uninstalling: true,
  unknown: true,
}

/** `skep wait`: comes back when something is as it should be, so that scripts need no sleeps. */
export function addWaitCommand(program: Command): void {
  program
    .command('wait [target]')
    .description('wait until a cluster is in a state, or until something answers')
    .addOption(
      new Option('--for <state>', 'up, deleted, or a state of clusters')
        .choices(['up', 'deleted', ...Object.keys(CLUSTER_STATES)])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--url <address>', 'address of the clusters service')
        .env('SKEP_CLUSTERS_URL')
        .default('http://localhost:8001'),
    )
    .option('--kubeconfig <file>', 'with --for=up: the Kubernetes API to wait for (default: $KUBECONFIG)')
    .addOption(new Option('--timeout <time>', 'how long to wait').argParser(parseTime).default(60_000, '60s'))
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', EXAMPLES)
    .action((target: string | undefined, flags: WaitFlags) =>
      reporting((options: WaitFlags) => run(parseWait(target, options), options.timeout))(flags),
    )
}

/** What to wait for, and how. */
interface Wait {
  /** Such as `cluster blue to be ready`. */
  readonly what: string
  run(waiting: Waiting): Promise<void>
}

function parseWait(target: string | undefined, flags: WaitFlags): Wait {
  if (flags.for === 'up') return parseWaitForUp(target, flags.kubeconfig)
  const [, name] = /^clusters?\/(.+)$/.exec(target ?? '') ?? []
  if (name === undefined) throw new UserError(`--for=${flags.for} takes a cluster, as cluster/NAME or cluster/ID`)
  return {
    what: `cluster ${name} at ${flags.url} to be ${flags.for}`,
    run: (waiting) =>
      waitForCluster(createClustersClient({ url: flags.url, signal: waiting.signal }), name, flags.for, waiting),
  }
}

function parseWaitForUp(url: string | undefined, kubeconfig: string | undefined): Wait {
  const usual = url === undefined ? process.env['KUBECONFIG'] : undefined
  if (kubeconfig !== undefined || usual) {
    const what = `the server of ${kubeconfig ?? usual} to answer`
    return { what, run: (waiting) => waitForKubernetes(kubeconfig, waiting) }
  }
  if (url === undefined || !URL.canParse(url)) {
    throw new UserError('--for=up takes an address, --kubeconfig or $KUBECONFIG')
  }
  return { what: `${url} to answer`, run: (waiting) => waitForUrl(url, waiting) }
}

async function run({ what, run: wait }: Wait, timeoutMs: number): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  let last = 'nothing was heard'
  try {
    await wait({ signal, saw: (now) => (last = now) })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new UserError(`timed out after ${timeoutMs / 1_000}s waiting for ${what}: ${last}`, { cause: error })
  }
}
