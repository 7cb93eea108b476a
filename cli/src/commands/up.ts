import { resolve } from 'node:path'
import type { LogLevel } from '@skep/base'
import type { Command } from 'commander'
import { startServer } from '../api-server.ts'
import { parseCount, parsePort } from '../options.ts'
import { startNodes } from '../simulated-nodes.ts'
import { stopRequested } from '../stop.ts'

const EXAMPLES = `
Examples:
  skep up                                         keep everything in ./.skep
  skep up --ephemeral --port 0 --nodes 1          keep nothing
  skep up --data-dir ~/second --ports-from 7000   a second one, beside the first`

interface UpOptions {
  dataDir: string
  ephemeral?: boolean
  host: string
  port: number
  portsFrom?: number
  kubeconfig?: string
  nodes: number
  logLevel: LogLevel
}

/** `skep up`: the whole of Skep in one process. */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .description('start everything: the Kubernetes API, its controllers and simulated nodes')
    .option('--data-dir <dir>', 'where state is kept', '.skep')
    .option('--ephemeral', 'keep nothing: memory only')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port of the Kubernetes API, 0 for any free one', parsePort, 6443)
    .option('--ports-from <number>', 'take ports from this one on instead of the defaults', parsePort)
    .option('--kubeconfig <file>', 'where to write the admin kubeconfig (default: kubeconfig in the data directory)')
    .option('--nodes <count>', 'how many nodes to simulate', parseCount, 3)
    .option('--log-level <level>', 'error, info or debug', 'error')
    .addHelpText('after', EXAMPLES)
    .action(run)
}

async function run(options: UpOptions): Promise<void> {
  const kubeconfig = resolve(options.kubeconfig ?? `${options.dataDir}/kubeconfig`)
  const port = options.portsFrom ?? options.port
  console.log(`Starting the Kubernetes API (${options.ephemeral ? 'nothing is kept' : `state in ${options.dataDir}`})`)
  const server = await startServer({ ...options, port, kubeconfig })
  console.log(`  ready at ${server.url}`)
  const nodes = await startNodes(server, { count: options.nodes })
  console.log(`  ${options.nodes} simulated nodes joined`)
  console.log(nextSteps(kubeconfig))
  await stopRequested()
  console.log('Stopping')
  await nodes.stop()
  await server.close()
}

const nextSteps = (kubeconfig: string): string => `
Try next, in another terminal:
  export KUBECONFIG=${kubeconfig}
  kubectl get nodes
  kubectl create deployment web --image=nginx --replicas=3 && kubectl rollout status deployment/web
  kubectl get pods -o wide

Ctrl-C stops it.`
