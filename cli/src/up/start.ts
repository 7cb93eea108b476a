import type { HiveEngine } from '@skep/operator-hive'
import type { Speed } from '@skep/sim'
import { startServer } from '../api-server.ts'
import { type Closers, createClosers } from '../closers.ts'
import type { ServerOptions } from '../server-options.ts'
import { OPERATOR_NAMES } from './operator-names.ts'
import { choosePorts, type PortOptions, type Ports } from './ports.ts'

/** The parts that can be left out. */
export const PARTS = [...OPERATOR_NAMES, 'clusters-service'] as const
export type PartName = (typeof PARTS)[number]

/** How everything is started. */
export interface EverythingOptions extends ServerOptions, PortOptions {
  readonly nodes: number
  readonly engine: HiveEngine
  /** How things behave; the file that is shipped unless given. */
  readonly config?: string
  readonly speed?: Speed
  readonly seed?: number
  /** Nothing unless given. */
  readonly disable?: readonly PartName[]
}

/** Everything, running; what was left out has no address. */
export interface Everything {
  readonly kubernetesUrl: string
  readonly kubeconfig: string
  readonly controlUrl?: string
  readonly clustersServiceUrl?: string
  stop(): Promise<void>
}

/** Starts the management cluster, its nodes and operators, and the clusters service on top; tells how far it is. */
export async function startEverything(options: EverythingOptions, tell: (line: string) => void): Promise<Everything> {
  const closers = createClosers()
  try {
    return await assemble(options, choosePorts(options), closers, tell)
  } catch (error) {
    await closers.close()
    throw error
  }
}

// Parts are loaded when they are started, so that `skep --help` waits for none of them.
async function assemble(
  options: EverythingOptions,
  ports: Ports,
  closers: Closers,
  tell: (line: string) => void,
): Promise<Everything> {
  const { ephemeral, dataDir, nodes: count, disable = [] } = options
  tell(`Starting the Kubernetes API (${ephemeral ? 'nothing is kept' : `state in ${dataDir}`})`)
  const management = await startServer({ ...options, ...ports.kubernetes })
  closers.add(management.stop)
  tell(`  ready at ${management.server.url}`)
  const { startNodes } = await import('../simulated-nodes.ts')
  const nodes = await startNodes(management.server, { count, log: management.log })
  closers.add(nodes.stop)
  tell(`  ${count} simulated ${count === 1 ? 'node is' : 'nodes are'} ready`)
  const { startOperators } = await import('./operators.ts')
  const control = await startOperators(management, ports.control, options)
  if (control) closers.add(control.stop)
  if (control) tell(`  operators are ready, with their control API at ${control.url}`)
  const { startService } = await import('./service.ts')
  const wanted = !disable.includes('clusters-service')
  const service = wanted ? await startService(management, ports.clustersService, options) : undefined
  if (service) closers.add(service.stop)
  if (service) tell(`  the clusters service is ready at ${service.url}`)
  return {
    kubernetesUrl: management.server.url,
    kubeconfig: management.kubeconfig.path,
    ...(control ? { controlUrl: control.url } : {}),
    ...(service ? { clustersServiceUrl: service.url } : {}),
    stop: closers.close,
  }
}
