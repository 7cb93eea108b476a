import type { LogLevel } from '@skep/base'
import type { Command } from 'commander'
import { type ServerOptions, startServer } from '../api-server.ts'
import { parsePort } from '../options.ts'
import { stopRequested } from '../stop.ts'

const EXAMPLES = `
Examples:
  skep apiserver --data-dir ./data --port 6443 --kubeconfig ./kubeconfig
  skep apiserver --ephemeral --port 0 --kubeconfig /tmp/kc      nothing is kept, any free port
  KUBECONFIG=/tmp/kc kubectl get namespaces`

/** `skep apiserver`: the Kubernetes API server and its controllers, nothing else. */
export function addApiServerCommand(program: Command): void {
  program
    .command('apiserver')
    .description('run the Kubernetes API server alone')
    .option('--data-dir <dir>', 'where objects, keys and certificates are kept', '.skep')
    .option('--ephemeral', 'keep nothing: memory only')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on, 0 for any free one', parsePort, 6443)
    .option('--kubeconfig <file>', 'where to write the admin kubeconfig (mode 0600)', '.skep/kubeconfig')
    .option('--token <token=user:groups...>', 'a bearer token and whose it is; may be repeated', collect, [])
    .option('--no-controllers', 'run no controllers, as a bare kube-apiserver')
    .option('--log-level <level>', 'error, info or debug', 'error')
    .addHelpText('after', EXAMPLES)
    .action(run)
}

const collect = (value: string, before: string[]): string[] => [...before, value]

async function run(options: ServerOptions & { logLevel: LogLevel }): Promise<void> {
  const server = await startServer(options)
  console.log(`Kubernetes API ready at ${server.url}, kubeconfig ${options.kubeconfig}`)
  await stopRequested()
  await server.close()
}
