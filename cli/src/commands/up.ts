import { type Command, Option } from 'commander'
import { reporting } from '../failure.ts'
import { autoImportOption, parseCount, parseNames, parsePort, parseSwitch } from '../options.ts'
import { addServerOptions } from '../server-options.ts'
import { parseSpeed } from '../sim/parse.ts'
import { stopRequested } from '../stop.ts'
import { type Everything, type EverythingOptions, PARTS, startEverything } from '../up/start.ts'

const EXAMPLES = `
Examples:
  skep up                                         keep everything in ./.skep
  skep up --ephemeral --ports-from 0 --nodes 1    keep nothing, take any free ports
  skep up --speed 60x                             a minute in a second
  skep up --disable hive,accounts                 bring your own Hive
  skep up --data-dir ~/second --ports-from 7000   a second one, beside the first`

/** `skep up`: the whole of Skep in one process. */
export function addUpCommand(program: Command): void {
  const command = program.command('up')
  addServerOptions(command.description('start everything: a management cluster, its operators, the clusters service'))
    .option('--ports-from <number>', 'take ports from this one on, or any free ones from 0 on', parsePort)
    .option('--api-port <number>', 'port of the control API (default: 8080)', parsePort)
    .option('--clusters-service-port <number>', 'port of the clusters service (default: 8001)', parsePort)
    .option('--ignition-port <number>', 'port where machines get their configuration (default: 22624)', parsePort)
    .option('--nodes <count>', 'how many nodes to simulate', parseCount, 3)
    .addOption(new Option('--engine <name>', 'which Hive').choices(['simulator', 'full']).default('full'))
    .option('--config <file>', 'how things behave, as YAML (default: config/skep.yaml)')
    .option('--speed <speed>', 'real, instant, paused, or a factor such as 60x', parseSpeed)
    .option('--seed <number>', 'the same seed lets the same things fail', parseCount)
    .option('--control-plane-pods <boolean>', 'whether hosted control planes run as pods (default: true)', parseSwitch)
    .option('--raw-feedback', 'let ManifestWorks report objects and lists, too')
    .addOption(autoImportOption())
    .option('--disable <parts>', `what not to start: ${PARTS.join(', ')}`, parseNames(PARTS))
    .addHelpText('after', EXAMPLES)
    .action(reporting(run))
}

async function run(options: EverythingOptions): Promise<void> {
  const stopping = stopRequested()
  const everything = await startEverything(options, console.log)
  console.log(nextSteps(everything))
  await stopping
  console.log('Stopping')
  await everything.stop()
}

const nextSteps = ({ kubeconfig, clustersServiceUrl, ignitionUrl }: Everything): string => `
Try next, in another terminal:
  export KUBECONFIG=${kubeconfig}
  kubectl get nodes
${clustersServiceUrl === undefined ? deploy : order(clustersServiceUrl)}${ignitionUrl === undefined ? '' : host}

Ctrl-C stops it.`

const deploy =
  '  kubectl create deployment web --image=nginx --replicas=3 && kubectl rollout status deployment/web\n' +
  '  kubectl get pods -o wide'

/** For those who have the operators of hosted control planes, which serve machines their configuration. */
const host =
  '\n  kubectl apply -f examples/hosted-clusters/kubevirt.yaml && bin/skep explain hostedcluster blue --watch'

const order = (url: string): string => {
  const blue = '{"name":"blue","cloud_provider":{"id":"aws"},"region":{"id":"us-east-1"}}'
  return `  curl -s ${url}/api/clusters_mgmt/v1/clusters -H 'Content-Type: application/json' -d '${blue}'
  bin/skep wait --for=ready cluster/blue --url ${url} && kubectl get clusterdeployments -A`
}
