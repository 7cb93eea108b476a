import { type ChildProcess, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printed, SKEP, startSkep, stopChild } from '../child-programs.ts'
import { cpuMs, residentMb } from '../server-process.ts'

/** What can be installed. */
export const RELEASE = 'openshift-v4.17.0'

/** A state that an object is in for no time at all, with the condition that comes with it. */
const state = (name: string, type: string, status: 'True' | 'False') =>
  `    - { name: ${name}, durationSeconds: 0, conditions: [{ type: ${type}, status: "${status}", reason: ${name}, message: ${name} }] }`

/** Everything happens at once, and clusters wait for their claims: what is left is the work itself. */
const NO_DELAYS = `clusterDeployment:
  defaultDelaySeconds: 0
  dependsOnAccountClaim: true
  states:
    - { name: Pending, durationSeconds: 0 }
${state('Provisioning', 'DeprovisionLaunchError', 'False')}
${state('Installing', 'DNSNotReady', 'False')}
${state('Running', 'ClusterDeploymentCompleted', 'True')}
accountClaim:
  defaultDelaySeconds: 0
  states:
${state('Pending', 'Unclaimed', 'True')}
${state('Ready', 'Claimed', 'True')}
clusterImageSets:
  - { name: ${RELEASE}, visible: true }
`

/** One of the two programs. */
export interface Program {
  residentMb(): number
  /** Milliseconds of CPU used so far, by all threads. */
  cpuMs(): number
}

/** A clusters service and the simulator it builds on, as users start them: two processes, each with a durable store. */
export interface Programs {
  readonly service: Program
  readonly simulator: Program
  /** Where the service answers, such as `http://127.0.0.1:8001/api/clusters_mgmt/v1`. */
  readonly url: string
  stop(): Promise<void>
}

export async function startPrograms(): Promise<Programs> {
  const directory = mkdtempSync(join(tmpdir(), 'skep-bench-'))
  const children: ChildProcess[] = []
  const start = async (args: readonly string[], pattern: RegExp) => {
    const child = startSkep(directory, args)
    children.push(child)
    return { program: figuresOf(child), match: await printed(child, pattern) }
  }
  const stop = async () => {
    // The service first: it would complain that its shard is gone.
    for (const child of children.reverse()) await stopChild(child)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    writeFileSync(join(directory, 'simulator.yaml'), NO_DELAYS)
    const simulator = await start(SIMULATOR, /Configuration API/)
    const generated = spawnSync(SKEP, GENERATE, { cwd: directory })
    if (generated.status !== 0) throw new Error(`no shard was generated: ${generated.stderr}`)
    const service = await start(SERVICE, /ready at (\S+)/)
    return { service: service.program, simulator: simulator.program, url: service.match[1]!, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const QUIET = ['--log-level', 'error']
const SIMULATOR = [
  ...['hive-simulator', '--config', 'simulator.yaml', '--data-dir', 'simulator', '--kubeconfig', 'kubeconfig'],
  ...['--port', '0', '--api-port', '0', ...QUIET],
]
const GENERATE = ['provision-shard', 'generate', 'kubeconfig', 'shards.yaml']
const SERVICE = [
  ...['clusters-service', 'serve', '--provision-shards-config', 'shards.yaml', '--data-dir', 'service'],
  ...['--port', '0', '--provision-shard-cluster-limit', '1000000', ...QUIET],
]

const figuresOf = ({ pid }: ChildProcess): Program => ({
  residentMb: () => residentMb(pid!),
  cpuMs: () => cpuMs(pid!),
})
