import type { ClusterDeploymentSpec } from '../cluster-deployment-spec.ts'
import { badRequest, type Rejection } from './rejection.ts'

/** Ingress controllers: one named default, below the domain of the cluster, with certificates that there are. */
export function validateIngress(spec: ClusterDeploymentSpec): Rejection | undefined {
  const ingress = spec.ingress ?? []
  if (ingress.length > 0 && !ingress.some(({ name }) => name === 'default')) {
    return badRequest('Ingress list must include a default entry')
  }
  if (ingress.some(({ domain }) => domain.startsWith('*'))) return badRequest('Ingress domains must not lead with *')
  const clusterDomain = `.${spec.clusterName}.${spec.baseDomain}`.toLowerCase()
  if (!ingress.every(({ domain }) => domain.toLowerCase().endsWith(clusterDomain))) {
    return badRequest('Ingress domains must share the same domain as the cluster')
  }
  const bundles = new Set(['', ...(spec.certificateBundles ?? []).map(({ name }) => name)])
  if (!ingress.every(({ servingCertificate = '' }) => bundles.has(servingCertificate))) {
    return badRequest('Ingress has serving certificate that does not exist in certificate bundle')
  }
  return undefined
}

/** Certificate bundles: each with a name and a Secret. */
export function validateCertificateBundles({ certificateBundles = [] }: ClusterDeploymentSpec): Rejection | undefined {
  for (const { name, certificateSecretRef } of certificateBundles) {
    if (name === '') return badRequest('Certificate bundle is missing a name')
    if (certificateSecretRef.name === '') return badRequest('Certificate bundle is missing a secret reference')
  }
  return undefined
}
