import { Mistake } from '@skep/controller'
import { removeObject } from './ensure.ts'
import { LABELS } from './keys.ts'
import { ensureConfigMap, readSecret } from './pki/secrets.ts'
import type { ControlPlaneScope } from './scope.ts'

const IMAGE_SOURCES = 'ignition-config-40-image-content-source'
const WORKER = { 'machineconfiguration.openshift.io/role': 'worker' }
const IGNITION = { version: '3.2.0' }

/** Makes the configuration that all machines of a cluster get, as ConfigMaps that node pools put together. */
export async function ensureIgnitionConfigs(scope: ControlPlaneScope): Promise<void> {
  const { spec } = scope.controlPlane
  const { fips = false, imageContentSources = [] } = spec
  await ensureSshConfig(scope, spec.sshKey.name)
  await ensureConfig(scope, 'ignition-config-fips', [fips], () => fipsConfig(fips))
  if (imageContentSources.length > 0) {
    await ensureConfig(scope, IMAGE_SOURCES, imageContentSources, () => mirrorSet(imageContentSources))
  } else {
    await removeObject(scope.parts.client, scope.objects.configMaps, {
      namespace: scope.namespace,
      name: IMAGE_SOURCES,
    })
  }
}

const ensureConfig = (
  scope: ControlPlaneScope,
  name: string,
  inputs: readonly unknown[],
  manifest: () => Promise<object> | object,
): Promise<void> =>
  ensureConfigMap(scope, {
    name,
    inputs,
    labels: { [LABELS.coreIgnitionConfig]: 'true' },
    generate: async () => ({ config: JSON.stringify(await manifest()) }),
  })

async function ensureSshConfig(scope: ControlPlaneScope, secretName: string): Promise<void> {
  const { objects, namespace } = scope
  const version = secretName && objects.secrets.get({ namespace, name: secretName })?.metadata.resourceVersion
  await ensureConfig(scope, 'ignition-config-worker-ssh', [secretName, version], async () =>
    machineConfig('99-worker-ssh', { passwd: { users: [await coreUser(scope, secretName)] } }),
  )
}

async function coreUser(scope: ControlPlaneScope, secretName: string) {
  if (secretName === '') return { name: 'core' }
  const key = (await readSecret(scope, secretName))?.['id_rsa.pub']
  if (key === undefined) throw new Mistake(`SSH key secret ${secretName} is missing the id_rsa.pub key`)
  return { name: 'core', sshAuthorizedKeys: [key] }
}

const machineConfig = (name: string, config: object, more: object = {}) => ({
  apiVersion: 'machineconfiguration.openshift.io/v1',
  kind: 'MachineConfig',
  metadata: { name, labels: WORKER },
  spec: { config: { ignition: IGNITION, ...config }, ...more },
})

const fipsConfig = (fips: boolean) => machineConfig('30-fips', {}, { fips })

const mirrorSet = (imageDigestMirrors: readonly object[]) => ({
  apiVersion: 'config.openshift.io/v1',
  kind: 'ImageDigestMirrorSet',
  metadata: { name: 'cluster', labels: WORKER },
  spec: { imageDigestMirrors },
})
