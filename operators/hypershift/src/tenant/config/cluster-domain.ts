import type { ControlPlane } from '../control-planes.ts'

/** Domain of a cluster: its prefix, which is its name unless another one was chosen, before the base domain. */
export function clusterDomain({ metadata, spec: { dns } }: ControlPlane): string {
  const prefix = dns.baseDomainPrefix ?? metadata.name
  return prefix === '' ? dns.baseDomain : `${prefix}.${dns.baseDomain}`
}

/** Domain of the applications of a cluster. */
export function applicationsDomain(controlPlane: ControlPlane): string {
  return controlPlane.spec.configuration?.ingress?.domain || `apps.${clusterDomain(controlPlane)}`
}
