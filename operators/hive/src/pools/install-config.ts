import type { ClusterPool, HivePlatform } from '@skep/api'
import { isObject, type JsonObject, parseSecretYaml } from '@skep/schema'
import { platformOf, regionOf } from '../full/platforms.ts'

/** Workers of a cluster that nobody described further. */
export const POOL_WORKERS = 3

/** The install-config of a new cluster: the pool's template, or a plain one. Throws when the template is not an object. */
export function poolInstallConfig({ spec }: ClusterPool, name: string, template: string | undefined): JsonObject {
  const config = template === undefined ? plainConfig(spec.platform) : parseTemplate(template)
  const metadata = isObject(config['metadata']) ? config['metadata'] : {}
  return { ...config, baseDomain: spec.baseDomain, metadata: { ...metadata, name } }
}

function parseTemplate(template: string): JsonObject {
  const { value } = parseSecretYaml(template)
  if (!isObject(value)) throw new Error('the install-config template is not an object')
  return value
}

function plainConfig(platform: HivePlatform): JsonObject {
  const name = platformOf(platform) ?? 'none'
  const region = regionOf(platform)
  return {
    apiVersion: 'v1',
    networking: {
      serviceNetwork: ['172.30.0.0/16'],
      clusterNetwork: [{ cidr: '10.128.0.0/14', hostPrefix: 23 }],
      machineNetwork: [{ cidr: '10.0.0.0/16' }],
    },
    controlPlane: { name: 'master', replicas: 3 },
    compute: [{ name: 'worker', replicas: POOL_WORKERS }],
    platform: { [name]: region === undefined ? {} : { region } },
  }
}
