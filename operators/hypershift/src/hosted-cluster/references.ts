import type { HostedCluster } from '@skep/api'
import type { Stored } from '@skep/client'
import { isObject, type Json } from '@skep/schema'

/** Something in the namespace of a hosted cluster that its spec names, or a namespace. */
export interface Reference {
  readonly kind: 'Secret' | 'ConfigMap' | 'Namespace'
  readonly name: string
}

/** The members of a configuration whose value is the name of a Secret. */
const SECRET_MEMBERS = new Set([
  'bindPassword',
  'clientSecret',
  'error',
  'fileData',
  'kubeConfig',
  'login',
  'providerSelection',
  'servingCertificate',
  'tlsClientCert',
  'tlsClientKey',
])

/** The members of a configuration whose value is the name of a ConfigMap. */
const CONFIG_MAP_MEMBERS = new Set([
  'additionalTrustedCA',
  'ca',
  'clientCA',
  'issuerCertificateAuthority',
  'oauthMetadata',
  'policy',
  'trustedCA',
])

/** Parts of a configuration that name Secrets and ConfigMaps of the hosted cluster's namespace. */
const CONFIGURATION_PARTS = ['apiServer', 'authentication', 'image', 'oauth', 'proxy', 'scheduler'] as const

/** The Secrets and ConfigMaps that the configuration of a hosted cluster names, each once. */
export function configurationReferences({ spec: { configuration } }: HostedCluster): Reference[] {
  const found = new Map<string, Reference>()
  const add = (kind: Reference['kind'], name: string) => found.set(`${kind}/${name}`, { kind, name })
  for (const part of CONFIGURATION_PARTS) {
    // What is configured came as JSON, and most of it is kept as it came.
    visit(configuration?.[part] as Json | undefined, (member, name) => {
      if (SECRET_MEMBERS.has(member)) add('Secret', name)
      if (CONFIG_MAP_MEMBERS.has(member)) add('ConfigMap', name)
    })
  }
  return [...found.values()]
}

/** Calls back with every member whose value is `{ name: ... }`. */
function visit(value: Json | undefined, found: (member: string, name: string) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, found)
  if (!isObject(value)) return
  for (const [member, inner] of Object.entries(value)) {
    const name = isObject(inner) ? inner['name'] : undefined
    if (typeof name === 'string' && name !== '') found(member, name)
    visit(inner, found)
  }
}

/** Everything that a hosted cluster names: when it comes or changes, the cluster can go on. */
function allReferences(hostedCluster: HostedCluster): Reference[] {
  const { spec } = hostedCluster
  const aescbc = spec.secretEncryption?.aescbc
  const secrets = [
    spec.pullSecret,
    spec.sshKey,
    spec.auditWebhook,
    spec.serviceAccountSigningKey,
    spec.etcd.unmanaged?.tls.clientSecret,
    spec.platform.kubevirt?.credentials?.infraKubeConfigSecret,
    aescbc?.activeKey,
    aescbc?.backupKey,
  ]
  const agentNamespace = spec.platform.agent?.agentNamespace
  return [
    ...secrets.flatMap((reference) => (reference?.name ? [{ kind: 'Secret', name: reference.name } as const] : [])),
    ...(spec.additionalTrustBundle?.name
      ? [{ kind: 'ConfigMap', name: spec.additionalTrustBundle.name } as const]
      : []),
    ...(agentNamespace ? [{ kind: 'Namespace', name: agentNamespace } as const] : []),
    ...configurationReferences(hostedCluster),
  ]
}

/** `KIND/NAMESPACE/NAME` of everything that a hosted cluster names. */
export const referencesOf = (hostedCluster: Stored<HostedCluster>): string[] =>
  allReferences(hostedCluster).map(({ kind, name }) => referenceText(kind, hostedCluster.metadata.namespace, name))

/** How an object is called in the index of references. */
export const referenceText = (kind: Reference['kind'], namespace: string | undefined, name: string): string =>
  kind === 'Namespace' ? `${kind}/${name}` : `${kind}/${namespace}/${name}`
