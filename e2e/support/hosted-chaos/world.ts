import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mortal, type Victim } from '../chaos.ts'
import { startProgram } from '../flow.ts'
import { freePorts } from '../free-ports.ts'
import { BEHAVIOUR } from './behaviour.ts'

/** An API server, and operators of hosted clusters on it, in two programs that keep ports and data when they are killed. */
export interface HostedChaosWorld {
  readonly kubeconfig: string
  /** Where the operators keep the APIs of hosted clusters. */
  readonly hostedData: string
  readonly apiServer: Victim
  readonly operators: Victim
  /** Ends both, so that their data may be looked at. */
  stop(): Promise<void>
}

/** Starts both in a folder; control planes have pods where there are nodes. */
export async function startHostedChaosWorld(folder: string, { nodes = 0 } = {}): Promise<HostedChaosWorld> {
  const [port, hostedPort, controlPort, ignitionPort] = (await freePorts(4)).map(String)
  const kubeconfig = join(folder, 'kubeconfig')
  const hostedData = join(folder, 'hosted')
  // JSON is YAML.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(BEHAVIOUR))
  const server = ['apiserver', '--data-dir', join(folder, 'server'), '--port', port!, '--kubeconfig', kubeconfig]
  const controllers = [
    ...['controllers', '--enable', 'hypershift,work,mce', '--kubeconfig', kubeconfig, '--data-dir', hostedData],
    ...['--port', hostedPort!, '--api-port', controlPort!, '--ignition-port', ignitionPort!],
    ...['--nodes', String(nodes), '--config', 'config.yaml', '--speed', 'real'],
  ]
  const quiet = ['--log-level', 'error']
  const apiServer = await mortal('API server', () =>
    startProgram(folder, 'skep', [...server, ...quiet], /^Kubernetes API ready/),
  )
  const operators = await mortal('operators', () =>
    startProgram(folder, 'skep', [...controllers, ...quiet], /^Controllers ready/),
  )
  return {
    kubeconfig,
    hostedData,
    apiServer,
    operators,
    stop: async () => {
      await operators.stop()
      await apiServer.stop()
    },
  }
}
