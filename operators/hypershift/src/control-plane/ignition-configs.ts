import { removeObject } from './ensure.ts'
import type { ControlPlane } from './facts.ts'
import { LABELS } from './keys.ts'
import { ensureConfigMap, readSecret } from './pki/secrets.ts'
import type { ControlPlaneScope } from './scope.ts'

const IMAGE_SOURCES = 'ignition-config-40-image-content-source'
const WORKER = { 'machineconfiguration.openshift.io/role': 'worker' }
const IGNITION = { version: '3.2.0' }

/** Makes the configuration that all machines of a cluster get, as ConfigMaps that node pools put together. */
export async function ensureIgnitionConfigs(scope: ControlPlaneScope): Promise<void> {
  const { controlPlane, objects, namespace, parts } = scope
  const { spec } = controlPlane
  const labels = { [LABELS.coreIgnitionConfig]: 'true' }
  const make = (name: string, inputs: readonly unknown[], manifest: () => Promise<object> | object) =>
    ensureConfigMap(scope, {
      name,
      inputs,
      labels,
      generate: async () => ({ config: JSON.stringify(await manifest()) }),
    })
  const sshKey = spec.sshKey.name || undefined
  const version = sshKey && objects.secrets.get({ namespace, name: sshKey })?.metadata.resourceVersion
  await Promise.all([
    make('ignition-config-worker-ssh', [sshKey, version], async () =>
      machineConfig('99-worker-ssh', { passwd: { users: [await coreUser(scope, sshKey)] } }),
    ),
    make('ignition-config-fips', [spec.fips ?? false], () => ({
      ...machineConfig('30-fips', {}),
      spec: { config: { ignition: IGNITION }, fips: spec.fips ?? false },
    })),
    ...(spec.imageContentSources?.length
      ? [make(IMAGE_SOURCES, spec.imageContentSources, () => mirrors(controlPlane))]
      : []),
  ])
  if (!spec.imageContentSources?.length && objects.configMaps.get({ namespace, name: IMAGE_SOURCES })) {
    await removeObject(parts.client, objects.configMaps, { namespace, name: IMAGE_SOURCES })
  }
}

async function coreUser(scope: ControlPlaneScope, sshKey: string | undefined) {
  const texts = sshKey === undefined ? undefined : await readSecret(scope, sshKey)
  const key = texts?.['id_rsa.pub']
  if (sshKey !== undefined && key === undefined)
    throw new Error(`SSH key secret ${sshKey} is missing the id_rsa.pub key`)
  return { name: 'core', ...(key ? { sshAuthorizedKeys: [key] } : {}) }
}

const machineConfig = (name: string, config: object) => ({
  apiVersion: 'machineconfiguration.openshift.io/v1',
  kind: 'MachineConfig',
  metadata: { name, labels: WORKER },
  spec: { config: { ignition: IGNITION, ...config } },
})

const mirrors = ({ spec }: ControlPlane) => ({
  apiVersion: 'config.openshift.io/v1',
  kind: 'ImageDigestMirrorSet',
  metadata: { name: 'cluster', labels: WORKER },
  spec: { imageDigestMirrors: spec.imageContentSources ?? [] },
})
