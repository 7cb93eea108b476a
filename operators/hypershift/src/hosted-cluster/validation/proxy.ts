import { X509Certificate } from 'node:crypto'
import { findConfigMap } from '../lookups.ts'
import type { Scope } from '../scope.ts'
import { CA_BUNDLE_KEY, proxyCaName } from './configuration.ts'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** What is wrong with the authorities of the proxy; undefined when nothing is, null when there are none. */
export async function proxyProblem(scope: Scope): Promise<string | undefined | null> {
  const name = proxyCaName(scope.hostedCluster)
  if (name === undefined) return null
  const configMap = await findConfigMap(scope, name)
  if (!configMap) return `configmaps "${name}" not found`
  const bundle = configMap.data?.[CA_BUNDLE_KEY]
  if (bundle === undefined) return `ConfigMap "${name}" is missing "${CA_BUNDLE_KEY}"`
  if (bundle === '') return `data key "${CA_BUNDLE_KEY}" is empty from ConfigMap "${name}"`
  // Certificates are made by people, who have another calendar than a simulation.
  const { clock } = scope.parts
  return bundleProblem(bundle, name, (clock.outside ?? clock).now())
}

function bundleProblem(bundle: string, name: string, now: number): string | undefined {
  const certificates = readCertificates(bundle)
  if (certificates.length === 0) return `failed parsing certificate data from ConfigMap "${name}"`
  for (const { subject, validFrom, validTo } of certificates) {
    const commonName = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject
    if (Date.parse(validFrom) > now) {
      return `a configured certificate in the ca bundle is not yet valid: ${commonName}`
    }
    if (Date.parse(validTo) < now) return `a configured certificate in the ca bundle was no longer valid: ${commonName}`
  }
  return undefined
}

/** The certificates of a bundle; none when one of them cannot be read. */
function readCertificates(bundle: string): X509Certificate[] {
  try {
    return (bundle.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem))
  } catch {
    return []
  }
}
