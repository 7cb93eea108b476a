import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateShard, type Program, startService, startSimulator } from './flow.ts'
import { freePorts } from './free-ports.ts'

/** Something that may be struck at any moment, and is back when the blow has returned. */
export interface Victim {
  readonly name: string
  strike(): Promise<void>
}

/** The two programs with durable stores, on ports that stay the same however often they are killed. */
export interface ChaosWorld {
  /** Where the service answers. */
  readonly url: string
  readonly kubeconfig: string
  readonly simulatorData: string
  readonly simulator: Victim
  readonly service: Victim
  /** Ends both, so that their data may be looked at. */
  stop(): Promise<void>
}

/** What a simulator is told in its configuration. */
export type SimulatorConfig = Readonly<Record<string, unknown>>

/** Starts both programs in a folder. */
export async function startChaosWorld(
  folder: string,
  config: SimulatorConfig,
  ...serviceArgs: string[]
): Promise<ChaosWorld> {
  const [kubePort, servicePort] = await freePorts(2)
  const simulatorData = join(folder, 'simulator')
  // JSON is YAML.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config))
  const simulator = await mortal('simulator', () =>
    startSimulator(
      folder,
      ...['--engine', 'full', '--config', 'config.yaml'],
      ...['--data-dir', simulatorData, '--port', String(kubePort)],
    ),
  )
  await generateShard(folder)
  const service = await mortal('service', () =>
    startService(
      folder,
      ...['--provision-shards-config', 'provision_shards_simulator.yaml', '--provision-shard-cluster-limit', '1000'],
      ...['--port', String(servicePort)],
      ...serviceArgs,
    ),
  )
  return {
    url: service.found(),
    kubeconfig: join(folder, 'kubeconfig'),
    simulatorData,
    simulator,
    service,
    stop: async () => {
      await service.stop()
      await simulator.stop()
    },
  }
}

interface Mortal extends Victim {
  found(): string
  stop(): Promise<void>
}

/** A program that is started again when it was killed. */
async function mortal(name: string, start: () => Promise<Program>): Promise<Mortal> {
  let program = await start()
  return {
    name,
    found: () => program.found,
    strike: async () => {
      await program.kill('SIGKILL')
      program = await start()
    },
    stop: async () => {
      await program.kill()
    },
  }
}
