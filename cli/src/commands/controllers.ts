import { type Command, Option } from 'commander'
import { type ControllersOptions, startControllers } from '../controllers/start.ts'
import { reporting } from '../failure.ts'
import { autoImportOption, parseCount, parseNames, parsePort, parseSwitch } from '../options.ts'
import { parseSpeed } from '../sim/parse.ts'
import { HOSTED_OPERATORS } from '../simulation/operator-names.ts'
import { stopRequested } from '../stop.ts'

const EXAMPLES = `
The cluster keeps the objects; the APIs of hosted control planes are served by this process, and kept in --data-dir.
Machines and clouds are simulated. Control planes run as pods only where --nodes gives them simulated nodes to run on.

Examples:
  skep controllers --kubeconfig ~/.kube/config --enable hypershift,work,mce
  skep controllers --kubeconfig F --enable hypershift --nodes 3 --speed 60x
  skep controllers --kubeconfig F --enable work --data-dir ~/agent
  skep controllers --kubeconfig F --enable hypershift --webhook-host 10.0.0.7    let the cluster ask before it stores`

/** `skep controllers`: operators of hosted control planes on a management cluster that runs elsewhere. */
export function addControllersCommand(program: Command): void {
  program
    .command('controllers')
    .description('run operators on any Kubernetes cluster, and serve hosted control planes beside it')
    .requiredOption('--kubeconfig <file>', 'how to reach the management cluster')
    .option('--context <name>', 'context of the kubeconfig (default: its current one)')
    .requiredOption('--enable <operators>', `which: ${HOSTED_OPERATORS.join(', ')}`, parseNames(HOSTED_OPERATORS))
    .option('--data-dir <directory>', 'where hosted control planes are kept', './.skep-controllers')
    .option('--ephemeral', 'keep nothing', false)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port of the hosted control planes', parsePort, 6444)
    .option('--api-port <number>', 'port of the control API', parsePort, 8080)
    .option('--ignition-port <number>', 'port where machines get their configuration', parsePort, 22_624)
    .option('--webhook-host <address>', 'address by which the cluster reaches this process (default: no webhooks)')
    .option('--nodes <count>', 'how many simulated nodes join the management cluster', parseCount, 0)
    .option('--control-plane-pods <boolean>', 'whether control planes run as pods (default: with --nodes)', parseSwitch)
    .option('--config <file>', 'how things behave, as YAML (default: as built in)')
    .option('--speed <speed>', 'real, instant, paused, or a factor such as 60x', parseSpeed)
    .option('--seed <number>', 'the same seed lets the same things fail', parseCount)
    .option('--raw-feedback', 'let ManifestWorks report objects and lists, too')
    .addOption(autoImportOption())
    .addOption(new Option('--log-level <level>', 'how much to log').choices(['debug', 'info', 'error']).default('info'))
    .addOption(new Option('--log-format <format>', 'how to log').choices(['text', 'json']).default('text'))
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', EXAMPLES)
    .action(reporting(run))
}

async function run(options: ControllersOptions): Promise<void> {
  const stopping = stopRequested()
  const { managementUrl, hostedUrl, controlUrl, ignitionUrl, stop } = await startControllers(options)
  console.log(`Controllers ready: ${options.enable.join(', ')} on ${managementUrl}
  hosted control planes at ${hostedUrl}
  control API at ${controlUrl}${ignitionUrl === undefined ? '' : `\n  ignition at ${ignitionUrl}`}`)
  await stopping
  await stop()
}
