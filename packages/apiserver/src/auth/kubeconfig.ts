import type { KeyPair } from '@skep/base/x509'
import { writeFileAtomically } from './atomic-file.ts'

/** How a kubeconfig's user proves who they are. */
export type KubeconfigCredentials = { readonly clientCertificate: KeyPair } | { readonly token: string }

/** What a kubeconfig says. */
export interface KubeconfigOptions {
  /** Name of the cluster, its context and its user. */
  readonly name: string
  /** With the path of the logical cluster: `https://127.0.0.1:6443/clusters/blue`. */
  readonly server: string
  /** Who signed the server's certificate. Leave it out for plain HTTP. */
  readonly caPem?: string
  readonly credentials: KubeconfigCredentials
  /** Namespace of commands that name none. */
  readonly namespace?: string
}

/** A kubeconfig that holds everything it needs, as YAML. */
export function renderKubeconfig({ name, server, caPem, credentials, namespace }: KubeconfigOptions): string {
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    `- name: ${text(name)}`,
    '  cluster:',
    `    server: ${text(server)}`,
    ...(caPem === undefined ? [] : [`    certificate-authority-data: ${base64(caPem)}`]),
    'users:',
    `- name: ${text(name)}`,
    '  user:',
    ...credentialLines(credentials).map((line) => `    ${line}`),
    'contexts:',
    `- name: ${text(name)}`,
    '  context:',
    `    cluster: ${text(name)}`,
    `    user: ${text(name)}`,
    ...(namespace === undefined ? [] : [`    namespace: ${text(namespace)}`]),
    `current-context: ${text(name)}`,
    '',
  ].join('\n')
}

/** Writes a kubeconfig that only its owner can read. */
export const writeKubeconfig = (path: string, options: KubeconfigOptions): Promise<void> =>
  writeFileAtomically(path, renderKubeconfig(options))

function credentialLines(credentials: KubeconfigCredentials): string[] {
  if ('token' in credentials) return [`token: ${text(credentials.token)}`]
  const { certificatePem, keyPem } = credentials.clientCertificate
  return [`client-certificate-data: ${base64(certificatePem)}`, `client-key-data: ${base64(keyPem)}`]
}

/** Any JSON text is a YAML one. */
const text = (value: string): string => JSON.stringify(value)
const base64 = (value: string): string => Buffer.from(value).toString('base64')
