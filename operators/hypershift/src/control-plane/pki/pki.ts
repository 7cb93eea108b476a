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
  type SecretTexts,
  SIGNERS,
  type SignerDefinition,
} from './certificates.ts'
import { ensureConfigMap, ensureSecret, type GeneratedSecret, readSecret } from './secrets.ts'

/** Gives an authority, and reads it no more than once. */
type SignerReader = (name: string) => Promise<CertificateAuthority>

/** Makes the authorities and certificates of a control plane, and tells who its authorities are. */
export async function ensurePki(scope: ControlPlaneScope): Promise<void> {
  if (hasAnnotation(scope.controlPlane, ANNOTATIONS.disablePkiReconciliation)) return
  const signer = signerReader(scope, await ensureSigners(scope))
  await Promise.all([
    ...LEAVES.filter(({ signer: by }) => by !== 'etcd-signer' || isManaged(scope)).map((leaf) =>
      ensureSecret(scope, leafSecret(scope, leaf, signer)),
    ),
    ...(scope.controlPlane.spec.serviceAccountSigningKey
      ? []
      : [ensureSecret(scope, { name: 'sa-signing-key', generate: newServiceAccountKey })]),
    ensureBundle(scope, 'root-ca', 'root-ca', signer),
    ensureBundle(scope, 'etcd-ca', 'etcd-signer', signer),
  ])
}

const isManaged = ({ controlPlane }: ControlPlaneScope): boolean => controlPlane.spec.etcd.managementType === 'Managed'

/** Gives the authorities that were made by this call, by the names of their Secrets. */
async function ensureSigners(scope: ControlPlaneScope): Promise<ReadonlyMap<string, SecretTexts>> {
  const made = new Map<string, SecretTexts>()
  const ensure = async (signer: SignerDefinition) => {
    const texts = await ensureSecret(scope, { name: signer.name, generate: () => newSigner(signer) })
    if (texts) made.set(signer.name, texts)
  }
  await Promise.all(SIGNERS.map(ensure))
  return made
}

function signerReader(scope: ControlPlaneScope, made: ReadonlyMap<string, SecretTexts>): SignerReader {
  const known = new Map<string, Promise<CertificateAuthority>>()
  const read = async (name: string) => {
    const definition = SIGNERS.find((signer) => signer.name === name)
    const texts = made.get(name) ?? (await readSecret(scope, name))
    if (!definition || !texts) throw new Error(`Secret ${scope.namespace}/${name} with an authority is not there`)
    return readSigner(definition, texts)
  }
  return (name) => {
    let authority = known.get(name)
    if (!authority) known.set(name, (authority = read(name)))
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
