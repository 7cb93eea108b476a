import type { Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import type { JsonObject } from '@skep/schema'
import { type HostedApi, MACHINE_FILES } from '@skep/sim'
import { AZURE_CLOUD_CONFIG, cloudConfigHash } from '../node-pool/tokens/cloud-config.ts'
import { type MachineParts, readMachineParts } from './machine-configs.ts'
import type { IgnitionParts } from './parts.ts'

/** Why no payload can be made of a token Secret, in the words that its pool gets to say. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError'
  readonly reason: 'InvalidConfig' | 'CloudConfigPending'

  constructor(reason: PayloadError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const FILES = {
  ...MACHINE_FILES,
  clientAuthority: '/etc/kubernetes/ca.crt',
  pullSecret: '/var/lib/kubelet/config.json',
  trustBundle: '/etc/pki/ca-trust/source/anchors/openshift-config-user-ca-bundle.crt',
  cloudConfig: '/etc/kubernetes/cloud.conf',
  nodeAnnotations: '/etc/machine-config-daemon/node-annotations.json',
  documents: '/etc/mcs-machine-config-content.json',
} as const

/** Nobody but the system itself reads credentials. */
const SECRET_MODE = 0o600
const MODE = 0o644

/** Makes what a machine gets for a token: an Ignition configuration with all that its node needs. */
export async function buildPayload(parts: IgnitionParts, secret: Stored<Secret>): Promise<string> {
  const { namespace = '' } = secret.metadata
  const machine = machineParts(secret)
  checkCloudConfig(parts, secret)
  const api = parts.apis.get(namespace)
  if (!api) throw new Error(`there is no API of the hosted control plane ${namespace} yet`)
  const files = [...(await nodeFiles(parts, secret, api)), ...sharedFiles(parts, namespace), documentsFile(machine)]
  // What somebody configured of a file counts before what it is otherwise.
  const configured = new Set(machine.files.map(({ path }) => path))
  return JSON.stringify({
    ignition: { version: '3.2.0' },
    passwd: { users: machine.users },
    storage: { files: [...files.filter(({ path }) => !configured.has(path)), ...machine.files] },
    systemd: { units: machine.units },
    ...(machine.kernelArguments.length > 0 ? { kernelArguments: { shouldExist: machine.kernelArguments } } : {}),
  })
}

function machineParts(secret: Stored<Secret>): MachineParts {
  try {
    return readMachineParts(secret.data?.['config'] ?? '')
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    const message = `failed to decode and decompress config: ${problem}`
    throw new PayloadError('InvalidConfig', message, { cause: error })
  }
}

/** What nodes are told of their cloud must be what the pool was made for. */
function checkCloudConfig({ reads }: IgnitionParts, secret: Stored<Secret>): void {
  const { hostedCluster } = reads.owners(secret)
  if (!hostedCluster) return
  const expected = textOf(secret, 'cloud-config-hash')
  const found = cloudConfigHash(reads, hostedCluster, secret.metadata.namespace ?? '')
  if (found === expected) return
  const message = `failed to generate payload: cloud config hash mismatch: expected "${expected}", found "${found}"`
  throw new PayloadError('CloudConfigPending', message)
}

async function nodeFiles(parts: IgnitionParts, secret: Stored<Secret>, api: HostedApi): Promise<JsonObject[]> {
  const release = parts.releases.resolve(textOf(secret, 'release'))
  if (!release) throw new PayloadError('InvalidConfig', `no version is known of ${textOf(secret, 'release')}`)
  const config = secret.metadata.name.slice(-HASH_LENGTH)
  const annotations = {
    'machineconfiguration.openshift.io/currentConfig': config,
    'machineconfiguration.openshift.io/desiredConfig': config,
    'machineconfiguration.openshift.io/state': 'Done',
  }
  return [
    file(FILES.bootstrapKubeconfig, await parts.bootstrap.of(api), SECRET_MODE),
    file(FILES.clientAuthority, await api.clientCaPem()),
    file(FILES.kubeletVersion, release.kubernetesVersion),
    file(FILES.nodeAnnotations, JSON.stringify(annotations)),
  ]
}

/** Names of token Secrets end with the hash of the configuration. */
const HASH_LENGTH = 8

/** What all nodes of a hosted cluster have alike. */
function sharedFiles({ reads }: IgnitionParts, namespace: string): JsonObject[] {
  const pullSecret = reads.secrets.get({ namespace, name: 'pull-secret' })
  const bundle = reads.configMaps.get({ namespace, name: 'user-ca-bundle' })?.data?.['ca-bundle.crt']
  const cloud = Object.values(reads.configMaps.get({ namespace, name: AZURE_CLOUD_CONFIG })?.data ?? {})[0]
  return [
    ...(pullSecret ? [file(FILES.pullSecret, textOf(pullSecret, '.dockerconfigjson'), SECRET_MODE)] : []),
    ...(bundle === undefined ? [] : [file(FILES.trustBundle, bundle)]),
    ...(cloud === undefined ? [] : [file(FILES.cloudConfig, cloud)]),
  ]
}

const documentsFile = ({ documents }: MachineParts): JsonObject =>
  file(FILES.documents, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: documents }))

const file = (path: string, text: string, mode = MODE): JsonObject => ({
  path,
  mode,
  overwrite: true,
  contents: { source: `data:text/plain;charset=utf-8;base64,${Buffer.from(text).toString('base64')}` },
})

/** A value of a Secret as text; empty when there is none. */
export const textOf = ({ data }: Secret, key: string): string =>
  Buffer.from(data?.[key] ?? '', 'base64').toString('utf8')
