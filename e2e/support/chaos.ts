import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@skep/base'
import { generateShard, type Program, startService, startSimulator } from './flow.ts'
import { freePorts } from './free-ports.ts'

/** Something that may be struck at any moment, and is back when the blow has returned. */
export interface Victim {
  readonly name: string
  strike(): Promise<void>
}

/** How often victims are struck, while so many things get done. */
export interface Blows {
  readonly blows: number
  readonly moments: number
}

/** Strikes one victim after the other, at moments of the progress that nobody can foresee. */
export async function strike(
  random: Random,
  victims: readonly Victim[],
  { blows, moments }: Blows,
  progress: () => Promise<number>,
): Promise<void> {
  // All chance comes first, so that what falls does not depend on how fast the machine is.
  const plan = Array.from({ length: blows }, () => ({ moment: random.int(moments), victim: random.pick(victims) }))
  for (const { moment, victim } of plan.sort((a, b) => a.moment - b.moment)) {
    while ((await progress()) < moment) await sleep(100)
    await victim.strike()
  }
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

/** A victim that is a program. */
export interface Mortal extends Victim {
  /** What the line had in its group by which it said that it is ready. */
  found(): string
  stop(): Promise<void>
}

/** A program that is started again when it was killed. */
export async function mortal(name: string, start: () => Promise<Program>): Promise<Mortal> {
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
