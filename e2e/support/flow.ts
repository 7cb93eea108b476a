import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openShell, type Shell } from './shell.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A program of bin/ that was started. */
export interface Program {
  /** What the awaited line had in its group. */
  readonly found: string
  kill(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts a program of bin/ and waits for the line that says it is ready. */
export async function startProgram(folder: string, name: string, args: string[], ready: RegExp): Promise<Program> {
  const child = spawn(join(ROOT, 'bin', name), args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // The end of a long log is what matters when it fails.
    said = (said + text).slice(-4_000)
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const match = ready.exec(line)
    if (match) return { found: match[1] ?? '', kill: (signal = 'SIGTERM') => end(child, signal) }
  }
  throw new Error(`${name} ended before it printed ${ready}\n${said}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode
}

const SIMULATOR_READY = /^INFO: {3}Configuration API: (http:.*)$/
const SERVICE_READY = /^Clusters service ready at (http:.*)$/

/** The simulator on any free ports, with its kubeconfig in the folder. Resolves with the address of its control API. */
export const startSimulator = (folder: string, ...args: string[]): Promise<Program> =>
  startProgram(
    folder,
    'hive-simulator',
    ['--api-port', '0', '--log-level', 'error', '--kubeconfig', join(folder, 'kubeconfig'), ...args],
    SIMULATOR_READY,
  )

/** The clusters service on any free port. Resolves with the address of its API. */
export const startService = (folder: string, ...args: string[]): Promise<Program> =>
  startProgram(folder, 'clusters-service', ['serve', '--port', '0', '--log-level', 'error', ...args], SERVICE_READY)

/** Writes `provision_shards_simulator.yaml` into the folder, for the simulator whose kubeconfig is there. */
export const generateShard = (folder: string): Promise<string> =>
  openShell(folder, {})(`${ROOT}/scripts/generate-provision-shard-config.sh kubeconfig`)

/** A simulator and a clusters service that meet at a provision shard, and a shell with `$CS`, `$SIM` and `$KUBECONFIG`. */
export interface Flow {
  readonly folder: string
  readonly sh: Shell
  /** What `jq` prints of an answer of the clusters service. */
  get(path: string, filter: string): Promise<string>
  /** Orders a cluster and returns its id. */
  order(order: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

/** Starts both programs as the guide says, on free ports. */
export async function startFlow(...simulatorArgs: string[]): Promise<Flow> {
  const folder = mkdtempSync(join(tmpdir(), 'skep-flow-'))
  const simulator = await startSimulator(folder, '--ephemeral', '--port', '0', ...simulatorArgs)
  const base = {
    HOME: folder,
    TMPDIR: folder,
    KUBECONFIG: join(folder, 'kubeconfig'),
    PATH: `${join(ROOT, 'bin')}:${process.env['PATH']}`,
  }
  await generateShard(folder)
  const service = await startService(folder, '--provision-shards-config', 'provision_shards_simulator.yaml')
  const sh = openShell(folder, { ...base, SIM: simulator.found, CS: service.found, SKEP_SIM_URL: simulator.found })
  return {
    folder,
    sh,
    get: (path, filter) => sh(`curl -sS "$CS${path}" | jq -rc '${filter}'`),
    order: async (order) => {
      const facts = { cloud_provider: { id: 'aws' }, region: { id: 'us-east-1' }, version: { id: 'openshift-v4.17.0' } }
      const body = { ...facts, ...order }
      sh.file('order.json', body)
      return sh(
        `curl -sS --fail-with-body "$CS/clusters" -H 'Content-Type: application/json' -d @order.json | jq -r .id`,
      )
    },
    close: async () => {
      await service.kill()
      await simulator.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A ClusterDeployment as people write it for tests, with more in its metadata and spec as given. */
export const deployment = (
  name: string,
  namespace: string,
  labels: Record<string, string> = {},
  spec: object = {},
) => ({
  apiVersion: 'hive.openshift.io/v1',
  kind: 'ClusterDeployment',
  metadata: { name, namespace, labels },
  spec: {
    clusterName: name,
    baseDomain: 'simulator.example.com',
    platform: { aws: { region: 'us-east-1', credentialsSecretRef: { name: 'aws' } } },
    provisioning: {
      imageSetRef: { name: 'openshift-v4.17.0' },
      installConfigSecretRef: { name: `${name}-install-config` },
    },
    pullSecretRef: { name: `${name}-pull` },
    ...spec,
  },
})

/** A claim for an AWS account. */
export const accountClaim = (name: string, namespace: string, id: string) => ({
  apiVersion: 'aws.managed.openshift.io/v1alpha1',
  kind: 'AccountClaim',
  metadata: { name, namespace, labels: { 'api.openshift.com/id': id } },
  spec: {
    legalEntity: { id: '111', name: 'Example' },
    aws: { regions: [{ name: 'us-east-1' }] },
    awsCredentialSecret: { name: 'aws', namespace },
    accountLink: '',
  },
})
