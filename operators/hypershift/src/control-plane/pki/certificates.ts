import { createPublicKey } from 'node:crypto'
import { realClock } from '@skep/base'
import {
  type CertificateAuthority,
  createCertificateAuthority,
  exportKey,
  importAuthority,
  issueClientCertificate,
  issueServingCertificate,
  type KeyPair,
  NO_ALT_NAMES,
  newKey,
} from '@skep/base/x509'
import type { ControlPlane } from '../facts.ts'
import type { Endpoints } from '../network/endpoints.ts'
import { CERTIFICATE_LIFE_MS } from './renewal.ts'

/** Who checks certificates lives in real time, also where everything else is simulated. */
const now = (): number => realClock.now()

/** Data of a Secret, as texts. */
export type SecretTexts = Readonly<Record<string, string>>

/**
 * Who reads a Secret: components, as files of their pods, or others as well, who look for it by its name. Where control
 * planes have no pods, nothing is made for them.
 */
export type SecretReaders = 'pods' | 'others'

/** A Secret with an authority that signs certificates of a control plane. */
export interface SignerDefinition {
  readonly name: string
  readonly readers: SecretReaders
  readonly commonName: string
  /** Keys of the Secret. */
  readonly keys: { readonly certificate: string; readonly key: string }
}

const CA_KEYS = { certificate: 'ca.crt', key: 'ca.key' }
const TLS_KEYS = { certificate: 'tls.crt', key: 'tls.key' }

/** The authorities of a control plane. */
export const SIGNERS: readonly SignerDefinition[] = [
  { name: 'root-ca', readers: 'pods', commonName: 'root-ca', keys: CA_KEYS },
  { name: 'cluster-signer-ca', readers: 'pods', commonName: 'cluster-signer', keys: CA_KEYS },
  { name: 'etcd-signer', readers: 'pods', commonName: 'etcd-signer', keys: CA_KEYS },
  { name: 'konnectivity-signer', readers: 'pods', commonName: 'konnectivity-signer', keys: CA_KEYS },
  { name: 'ignition-server-ca-cert', readers: 'others', commonName: 'ignition-root-ca', keys: TLS_KEYS },
]

/** Makes an authority. */
export const newSigner = ({ commonName }: SignerDefinition): CertificateAuthority =>
  createCertificateAuthority({ commonName, now: now() })

/** An authority as its Secret has it. */
export const signerTexts = (
  { keys }: SignerDefinition,
  { certificatePem, key }: CertificateAuthority,
): SecretTexts => ({ [keys.certificate]: certificatePem, [keys.key]: exportKey(key) })

/** Reads an authority from its Secret. */
export const readSigner = ({ keys }: SignerDefinition, data: SecretTexts): CertificateAuthority =>
  importAuthority(`${data[keys.certificate] ?? ''}${data[keys.key] ?? ''}`)

/** A Secret with a certificate that one of the authorities signed. */
export interface LeafDefinition {
  readonly name: string
  readonly signer: string
  readonly readers: SecretReaders
  readonly keys: { readonly certificate: string; readonly key: string; readonly ca?: string }
  issue(ca: CertificateAuthority, about: LeafInputs): KeyPair
}

/** What certificates are about. */
export interface LeafInputs {
  readonly controlPlane: ControlPlane
  readonly endpoints: Endpoints
  /** Where machines get their configuration, without the port. */
  readonly ignitionHost?: string
}

/** The names by which a service is reached inside the management cluster. */
const serviceNames = (service: string, { metadata: { namespace } }: ControlPlane): string[] => [
  service,
  `${service}.${namespace}.svc`,
  `${service}.${namespace}.svc.cluster.local`,
]

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host)

function serving(ca: CertificateAuthority, commonName: string, hosts: readonly (string | undefined)[]): KeyPair {
  const names = hosts.filter((host): host is string => Boolean(host))
  const altNames = {
    ...NO_ALT_NAMES,
    dnsNames: names.filter((host) => !isAddress(host)),
    ipAddresses: names.filter(isAddress),
  }
  return issueServingCertificate({ ca, commonName, altNames, now: now(), ttl: CERTIFICATE_LIFE_MS })
}

const client = (ca: CertificateAuthority, user: string, groups: readonly string[]): KeyPair =>
  issueClientCertificate({ ca, user, groups, now: now(), ttl: CERTIFICATE_LIFE_MS })

const etcdHosts = (controlPlane: ControlPlane): string[] => [
  '*.etcd-discovery',
  ...serviceNames('etcd-client', controlPlane),
  'localhost',
  '127.0.0.1',
]

/** The certificates of a control plane. */
export const LEAVES: readonly LeafDefinition[] = [
  {
    name: 'etcd-client-tls',
    signer: 'etcd-signer',
    readers: 'pods',
    keys: { certificate: 'etcd-client.crt', key: 'etcd-client.key' },
    issue: (ca) => client(ca, 'etcd-client', ['kubernetes']),
  },
  {
    name: 'etcd-server-tls',
    signer: 'etcd-signer',
    readers: 'pods',
    keys: { certificate: 'server.crt', key: 'server.key' },
    issue: (ca, { controlPlane }) => serving(ca, 'etcd-server', etcdHosts(controlPlane)),
  },
  {
    name: 'etcd-peer-tls',
    signer: 'etcd-signer',
    readers: 'pods',
    keys: { certificate: 'peer.crt', key: 'peer.key' },
    issue: (ca, { controlPlane }) => serving(ca, 'etcd-discovery', etcdHosts(controlPlane)),
  },
  {
    name: 'kas-server-crt',
    signer: 'root-ca',
    readers: 'pods',
    keys: TLS_KEYS,
    issue: (ca, { controlPlane, endpoints }) =>
      serving(ca, 'kubernetes', [
        ...serviceNames('kube-apiserver', controlPlane),
        'kubernetes.default.svc',
        endpoints.api?.host,
        controlPlane.spec.kubeAPIServerDNSName,
        '127.0.0.1',
      ]),
  },
  {
    name: 'konnectivity-server',
    signer: 'konnectivity-signer',
    readers: 'pods',
    keys: TLS_KEYS,
    issue: (ca, { controlPlane }) =>
      serving(ca, 'konnectivity-server-local', serviceNames('konnectivity-server-local', controlPlane)),
  },
  {
    name: 'konnectivity-cluster',
    signer: 'konnectivity-signer',
    readers: 'pods',
    keys: TLS_KEYS,
    issue: (ca, { controlPlane, endpoints }) =>
      serving(ca, 'konnectivity-server', [
        ...serviceNames('konnectivity-server', controlPlane),
        endpoints.konnectivity?.host,
      ]),
  },
  {
    name: 'konnectivity-client',
    signer: 'konnectivity-signer',
    readers: 'pods',
    keys: TLS_KEYS,
    issue: (ca) => client(ca, 'konnectivity-client', ['kubernetes']),
  },
  {
    name: 'oauth-server-crt',
    signer: 'root-ca',
    readers: 'pods',
    keys: { ...TLS_KEYS, ca: 'ca.crt' },
    issue: (ca, { controlPlane, endpoints }) =>
      serving(ca, 'openshift-oauth', [...serviceNames('oauth-openshift', controlPlane), endpoints.oauth?.host]),
  },
  {
    name: 'ignition-server-serving-cert',
    signer: 'ignition-server-ca-cert',
    readers: 'others',
    keys: TLS_KEYS,
    issue: (ca, { controlPlane, ignitionHost }) =>
      serving(ca, 'ignition-server', [...serviceNames('ignition-server', controlPlane), ignitionHost]),
  },
]

/** A key that signs tokens of service accounts, as its Secret has it. */
export function newServiceAccountKey(): SecretTexts {
  const key = newKey()
  const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  return { 'service-signer.key': exportKey(key), 'service-signer.pub': publicPem }
}
