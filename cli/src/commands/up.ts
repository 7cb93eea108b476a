import type { Command } from 'commander'
import { startServer } from '../api-server.ts'
import { reporting } from '../failure.ts'
import { parseCount, parsePort } from '../options.ts'
import { addServerOptions, type ServerOptions } from '../server-options.ts'
import { stopRequested } from '../stop.ts'

const EXAMPLES = `
Examples:
  skep up                                         keep everything in ./.skep
  skep up --ephemeral --port 0 --nodes 1          keep nothing
  skep up --data-dir ~/second --ports-from 7000   a second one, beside the first`

interface UpOptions extends ServerOptions {
  readonly portsFrom?: number
  readonly nodes: number
}

/** `skep up`: the whole of Skep in one process. */
export function addUpCommand(program: Command): void {
  const command = program.command('up')
  addServerOptions(command.description('start everything: the Kubernetes API, its controllers and simulated nodes'))
    .option('--ports-from <number>', 'take ports from this one on instead of the defaults', parsePort)
    .option('--nodes <count>', 'how many nodes to simulate', parseCount, 3)
    .addHelpText('after', EXAMPLES)
    .action(reporting(run))
}

async function run(options: UpOptions): Promise<void> {
  const stopping = stopRequested()
  const { portsFrom, nodes: count, dataDir, ephemeral } = options
  const ports = options.port === undefined && portsFrom !== undefined && { port: portsFrom, portOption: '--ports-from' }
  console.log(`Starting the Kubernetes API (${ephemeral ? 'nothing is kept' : `state in ${dataDir}`})`)
  const { server, kubeconfig, log, stop } = await startServer({ ...options, ...ports })
  console.log(`  ready at ${server.url}`)
  const { startNodes } = await import('../simulated-nodes.ts')
  const nodes = await startNodes(server, { count, log })
  console.log(`  ${count} simulated ${count === 1 ? 'node is' : 'nodes are'} ready`)
  console.log(nextSteps(kubeconfig.path))
  await stopping
  console.log('Stopping')
  await nodes.stop()
  await stop()
}

const nextSteps = (kubeconfig: string): string => `
Try next, in another terminal:
  export KUBECONFIG=${kubeconfig}
  kubectl get nodes
  kubectl create deployment web --image=nginx --replicas=3 && kubectl rollout status deployment/web
  kubectl get pods -o wide

Ctrl-C stops it.`
