import type { CertificateAuthority } from '@skep/base/x509'
import { hasAnnotation, hostnameOf, strategyOf } from '../facts.ts'
import { ANNOTATIONS } from '../keys.ts'
import type { ControlPlaneScope } from '../scope.ts'
import {
  LEAVES,
  type LeafDefinition,
  newServiceAccountKey,
  newSigner,
  readSigner,
  type SecretReaders,
  SIGNERS,
  type SignerDefinition,
  signerTexts,
} from './certificates.ts'
import { ensureConfigMap, ensureSecret, type GeneratedSecret, readSecret } from './secrets.ts'

/** Gives an authority, and reads it no more than once. */
type SignerReader = (name: string) => Promise<CertificateAuthority>

/** Makes the authorities and certificates of a control plane, and tells who its authorities are. */
export async function ensurePki(scope: ControlPlaneScope): Promise<void> {
  const { controlPlane, parts } = scope
  if (hasAnnotation(controlPlane, ANNOTATIONS.disablePkiReconciliation)) return
  const isRead = ({ readers }: { readers: SecretReaders }) => parts.controlPlanePods || readers === 'others'
  const signers = SIGNERS.filter(isRead)
  const signer = signerReader(scope, await ensureSigners(scope, signers))
  for (const leaf of LEAVES.filter(isRead)) await ensureSecret(scope, leafSecret(scope, leaf, signer))
  if (!parts.controlPlanePods) return
  if (!controlPlane.spec.serviceAccountSigningKey) {
    await ensureSecret(scope, { name: 'sa-signing-key', generate: newServiceAccountKey })
  }
  await ensureBundle(scope, 'root-ca', 'root-ca', signer)
  await ensureBundle(scope, 'etcd-ca', 'etcd-signer', signer)
}

/** Gives the authorities that were made by this call, by the names of their Secrets. */
async function ensureSigners(
  scope: ControlPlaneScope,
  signers: readonly SignerDefinition[],
): Promise<ReadonlyMap<string, CertificateAuthority>> {
  const made = new Map<string, CertificateAuthority>()
  for (const signer of signers) {
    let authority: CertificateAuthority | undefined
    const generate = () => signerTexts(signer, (authority = newSigner(signer)))
    const isStored = await ensureSecret(scope, { name: signer.name, generate })
    if (isStored && authority) made.set(signer.name, authority)
  }
  return made
}

function signerReader(scope: ControlPlaneScope, made: ReadonlyMap<string, CertificateAuthority>): SignerReader {
  const known = new Map(made)
  return async (name) => {
    const present = known.get(name)
    if (present) return present
    const definition = SIGNERS.find((signer) => signer.name === name)
    const texts = await readSecret(scope, name)
    if (!definition || !texts) throw new Error(`Secret ${scope.namespace}/${name} with an authority is not there`)
    const authority = readSigner(definition, texts)
    known.set(name, authority)
    return authority
  }
}

function leafSecret(scope: ControlPlaneScope, leaf: LeafDefinition, signer: SignerReader): GeneratedSecret {
  const { controlPlane, endpoints } = scope
  const ignitionHost = ignitionHostOf(scope)
  const { api, oauth, konnectivity } = endpoints
  const hosts = [api?.host, oauth?.host, konnectivity?.host, ignitionHost, controlPlane.spec.kubeAPIServerDNSName]
  return {
    name: leaf.name,
    inputs: hosts,
    expires: true,
    generate: async () => {
      const ca = await signer(leaf.signer)
      const about = { controlPlane, endpoints, ...(ignitionHost ? { ignitionHost } : {}) }
      const { certificatePem, keyPem } = leaf.issue(ca, about)
      const chain = leaf.keys.ca ? { [leaf.keys.ca]: ca.certificatePem } : {}
      return { ...chain, [leaf.keys.certificate]: certificatePem, [leaf.keys.key]: keyPem }
    },
  }
}

function ignitionHostOf({ controlPlane, objects, namespace }: ControlPlaneScope): string | undefined {
  const strategy = strategyOf(controlPlane, 'Ignition')
  if (strategy?.type === 'NodePort') return strategy.nodePort?.address
  const route = objects.routes.get({ namespace, name: 'ignition-server' })
  return hostnameOf(strategy) ?? route?.spec.host
}

const ensureBundle = (scope: ControlPlaneScope, name: string, by: string, signer: SignerReader): Promise<void> =>
  ensureConfigMap(scope, { name, generate: async () => ({ 'ca.crt': (await signer(by)).certificatePem }) })
