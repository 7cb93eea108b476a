import type { IssuedCertificate } from '@skep/sim'

/** What a kubeconfig says. */
export interface KubeconfigContent {
  readonly server: string
  readonly caPem: string
  readonly user: IssuedCertificate
}

const encode = (pem: string): string => Buffer.from(pem).toString('base64')

/** A kubeconfig with one cluster `cluster`, one user `admin` and one context `admin`: consumers look for these names. */
export const renderKubeconfig = ({ server, caPem, user }: KubeconfigContent): string => `apiVersion: v1
kind: Config
clusters:
- name: cluster
  cluster:
    certificate-authority-data: ${encode(caPem)}
    server: ${server}
contexts:
- name: admin
  context:
    cluster: cluster
    namespace: default
    user: admin
current-context: admin
preferences: {}
users:
- name: admin
  user:
    client-certificate-data: ${encode(user.certificatePem)}
    client-key-data: ${encode(user.keyPem)}
`
