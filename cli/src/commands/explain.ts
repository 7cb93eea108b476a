import { type Command, Option } from 'commander'
import { parseAsked } from '../explain/asked.ts'
import type { ExplainOptions } from '../explain/run.ts'
import { reporting } from '../failure.ts'

const EXAMPLES = `
KIND is any kind of the server, by any of its names: hostedcluster, hc, nodepool, machine, managedcluster, manifestwork,
clusterdeployment, clusterpool, accountclaim, deployment, ... Where two have the same name: machines.cluster.x-k8s.io.

Examples:
  skep explain hostedcluster demo -n clusters       why is it not ready, and who has to act?
  skep explain hc/demo --watch                      the same, drawn again whenever something changes
  skep explain nodepool workers --all               with everything that is fine, too
  skep explain clusterdeployment blue -o json | jq -r .why,.next
  kubectl delete hc demo --wait=false && skep explain hc demo     why is it not gone?

SINCE says for how long, NEXT who has to act: user, kubelet, nobody, or the name of an operator or cloud. @NAME marks what
is inside the cluster of a tenant, which is read with the kubeconfig that its HostedCluster publishes.

In a simulation, conditions have its time. Its control API tells what time that is, and which failures were asked for:
kubeconfigs of \`skep up\` and \`skep hive-simulator\` say where it is; beside \`skep controllers\`, give --sim-url.`

type Flags = Omit<ExplainOptions, 'kind' | 'name'> & { readonly verbose?: boolean }

/** `skep explain`: the tree of what an object consists of, what each part waits for, and who has to act. */
export function addExplainCommand(program: Command): void {
  program
    .command('explain <kind> [name]')
    .description('say why an object is not ready, or not gone, and who has to act next')
    .option('-n, --namespace <name>', 'where it is; otherwise it is looked for everywhere')
    .option('--kubeconfig <file>', 'the cluster to ask (default: as kubectl finds it)')
    .option('--context <name>', 'context of the kubeconfig to use')
    .addOption(new Option('-o, --output <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addOption(
      new Option('--sim-url <address>', 'control API of the simulation (default: as the kubeconfig says)').env(
        'SKEP_SIM_URL',
      ),
    )
    .option('-w, --watch', 'go on until it is gone, drawing it again whenever something changes')
    .option('--all', 'show what is fine, too')
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', EXAMPLES)
    .action((kind: string, name: string | undefined, flags: Flags) =>
      reporting(async (options: Flags) => {
        const asked = parseAsked(kind, name)
        // Loaded here: it knows all operators, which nobody else on the command line needs to wait for.
        const { runExplain } = await import('../explain/run.ts')
        await runExplain({ ...options, ...asked })
      })(flags),
    )
}
