import { resolve } from 'node:path'
import type { HiveEngine } from '@skep/operator-hive'
import type { Speed } from '@skep/sim'
import { startServer } from '../api-server.ts'
import { type Closers, createClosers } from '../closers.ts'
import { noteControlApi } from '../kubeconfig-file.ts'
import type { ServerOptions } from '../server-options.ts'
import { SHIPPED_CONFIG } from '../shipped-files.ts'
import { readBehaviours } from '../simulation/behaviours.ts'
import { OPERATOR_NAMES } from '../simulation/operator-names.ts'
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
  /** Whether hosted control planes run as pods on the nodes; they do unless told otherwise. */
  readonly controlPlanePods?: boolean
  /** Whether works report objects and lists, too; they do not unless told so. */
  readonly rawFeedback?: boolean
  /** Whether hosted clusters are imported by hand only; not unless told so. */
  readonly disableAutoImport?: boolean
  /** Nothing unless given. */
  readonly disable?: readonly PartName[]
}

/** Everything, running; what was left out has no address. */
export interface Everything {
  readonly kubernetesUrl: string
  readonly kubeconfig: string
  readonly controlUrl?: string
  readonly clustersServiceUrl?: string
  readonly ignitionUrl?: string
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
  const { ephemeral, dataDir, disable = [] } = options
  // What is wrong with behaviours is told before anything is started.
  const { ALL_BEHAVIOUR_KINDS } = await import('../simulation/behaviour-kinds.ts')
  const { replayedKinds } = await import('@skep/operator-hive')
  const recordedKinds = disable.includes('hive') ? [] : replayedKinds(options.engine)
  const simulated = await readBehaviours({ ...behaviourOptions(options), recordedKinds }, ALL_BEHAVIOUR_KINDS)
  tell(`Starting the Kubernetes API (${ephemeral ? 'nothing is kept' : `state in ${dataDir}`})`)
  const management = await startServer({ ...options, ...ports.kubernetes })
  closers.add(management.stop)
  tell(`  ready at ${management.server.url}`)
  const { startNodes } = await import('../simulated-nodes.ts')
  const { clock } = simulated
  const nodes = await startNodes(management.server, { count: options.nodes, clock, log: management.log })
  closers.add(nodes.stop)
  tell(`  ${options.nodes} simulated ${options.nodes === 1 ? 'node is' : 'nodes are'} ready`)
  const { startOperators } = await import('./operators.ts')
  const operators = await startOperators(management, simulated, ports, options)
  if (operators) closers.add(operators.stop)
  if (operators) await noteControlApi(management.kubeconfig.path, operators.control.url)
  if (operators) tell(`  operators are ready, with their control API at ${operators.control.url}`)
  const { startService } = await import('./service.ts')
  const wanted = !disable.includes('clusters-service')
  const service = wanted ? await startService(management, ports.clustersService, options) : undefined
  if (service) closers.add(service.stop)
  if (service) tell(`  the clusters service is ready at ${service.url}`)
  return {
    kubernetesUrl: management.server.url,
    kubeconfig: management.kubeconfig.path,
    ...(operators ? { controlUrl: operators.control.url } : {}),
    ...(operators?.ignitionUrl ? { ignitionUrl: operators.ignitionUrl } : {}),
    ...(service ? { clustersServiceUrl: service.url } : {}),
    stop: closers.close,
  }
}

const behaviourOptions = ({ config = SHIPPED_CONFIG, speed, seed, ephemeral, dataDir }: EverythingOptions) => ({
  configFile: config,
  ...(speed === undefined ? {} : { speed }),
  ...(seed === undefined ? {} : { seed }),
  ...(ephemeral ? {} : { dataDir: resolve(dataDir) }),
})
