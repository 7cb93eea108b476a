import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printed, startSkep, stopChild } from '../child-programs.ts'
import { cpuMs, residentMb } from '../server-process.ts'
import { loadTarget, type Target } from '../target.ts'

/** Everything happens at once: what is left is the work itself. */
const NO_DELAYS = Object.entries({
  hostedCluster: ['Infrastructure', 'Etcd', 'KubeAPIServer', 'Components', 'ClusterVersion'],
  nodePool: ['Provisioning', 'Updating'],
  machine: ['Provisioning', 'Ignition', 'Joining', 'Networking'],
  managedCluster: ['Importing', 'Registration', 'Agent'],
})
  .map(([section, states]) => `${section}:\n  states:\n${states.map(instant).join('')}`)
  .join('')

function instant(name: string): string {
  return `    - { name: ${name}, durationSeconds: 0 }\n`
}

/** `skep up` in a process of its own, with a durable store. */
export interface HostedProgram {
  readonly target: Target
  residentMb(): number
  /** Milliseconds of CPU used so far, by all threads. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Starts everything as users do, but that nothing takes time. */
export async function startHostedProgram(controlPlanePods: boolean): Promise<HostedProgram> {
  const directory = mkdtempSync(join(tmpdir(), 'skep-bench-'))
  writeFileSync(join(directory, 'behaviours.yaml'), NO_DELAYS)
  const child = startSkep(directory, [...UP, `--control-plane-pods=${controlPlanePods}`])
  const stop = async () => {
    await stopChild(child)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await printed(child, /Try next/)
    return {
      target: loadTarget(join(directory, 'kubeconfig')),
      residentMb: () => residentMb(child.pid!),
      cpuMs: () => cpuMs(child.pid!),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const UP = [
  ...['up', '--config', 'behaviours.yaml', '--speed', 'real', '--data-dir', 'data', '--kubeconfig', 'kubeconfig'],
  ...['--ports-from', '0', '--log-level', 'error'],
]
