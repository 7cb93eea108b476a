import type { ConfigMap } from '@skep/api'
import type { ControlPlane } from '../control-planes.ts'
import type { NamedDraft } from './settle.ts'

/** Where the configuration is that a cluster was installed with. */
export const INSTALL_CONFIG = { namespace: 'kube-system', name: 'cluster-config-v1' } as const

/** What operators in the cluster read as the configuration that it was installed with. */
export function installConfigMap({ metadata, spec }: ControlPlane): NamedDraft<ConfigMap> {
  const replicas = spec.controllerAvailabilityPolicy === 'HighlyAvailable' ? 3 : 1
  const config = {
    apiVersion: 'v1',
    metadata: { name: metadata.name },
    baseDomain: spec.dns.baseDomain,
    controlPlane: { replicas },
    platform: { [spec.platform.type.toLowerCase()]: {} },
    fips: spec.fips ?? false,
  }
  return {
    metadata: { ...INSTALL_CONFIG },
    // Any JSON text is a YAML one.
    data: { 'install-config': JSON.stringify(config, undefined, 2) },
  }
}
