import type { Command } from 'commander'
import { type MoreServerOptions, startServer } from '../api-server.ts'
import { reporting } from '../failure.ts'
import { collect } from '../options.ts'
import { addServerOptions, type ServerOptions } from '../server-options.ts'
import { stopRequested } from '../stop.ts'

const EXAMPLES = `
Examples:
  skep apiserver --data-dir ./data --port 6443 --kubeconfig ./kubeconfig
  skep apiserver --ephemeral --port 0 --kubeconfig /tmp/kc      nothing is kept, any free port
  KUBECONFIG=/tmp/kc kubectl get namespaces`

/** `skep apiserver`: the Kubernetes API server and its controllers, nothing else. */
export function addApiServerCommand(program: Command): void {
  addServerOptions(program.command('apiserver').description('run the Kubernetes API server alone'))
    .option('--token <token=user:groups>', 'a bearer token and whose it is; may be repeated', collect, [])
    .option('--no-controllers', 'run no controllers, as a bare kube-apiserver')
    .addHelpText('after', EXAMPLES)
    .action(reporting(run))
}

async function run(options: ServerOptions & MoreServerOptions): Promise<void> {
  const stopping = stopRequested()
  const { server, kubeconfig, stop } = await startServer(options)
  console.log(`Kubernetes API ready at ${server.url}, kubeconfig ${kubeconfig.path}`)
  await stopping
  await stop()
}
