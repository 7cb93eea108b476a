import { LEAVES, SIGNERS } from './control-plane/pki/certificates.ts'

/** Kinds of which people's own come into the namespace of a control plane under the names that people gave them. */
export type CopiedKind = 'Secret' | 'ConfigMap'

/** Kubeconfigs of a control plane, without `-kubeconfig`. The one for Cluster API is named after the infrastructure. */
const KUBECONFIGS = ['admin', 'custom-admin', 'service-network-admin', 'localhost', 'hcco', 'bootstrap'] as const

const RESERVED: Readonly<Record<CopiedKind, ReadonlySet<string>>> = {
  Secret: new Set([
    ...SIGNERS.map(({ name }) => name),
    ...LEAVES.map(({ name }) => name),
    ...KUBECONFIGS.map((name) => `${name}-kubeconfig`),
    'sa-signing-key',
    'system-admin-client',
    'kas-bootstrap-client',
    'kubeadmin-password',
    'pull-secret',
    'ssh-key',
    // What components use their platform with.
    'cloud-controller-creds',
    'node-management-creds',
    'control-plane-operator-creds',
    'cloud-network-config-controller-creds',
    'ebs-cloud-credentials',
    'kms-creds',
    'azure-ingress-credentials',
    'azure-image-registry-credentials',
    'kubevirt-infra-credentials',
  ]),
  ConfigMap: new Set([
    'root-ca',
    'client-ca',
    'etcd-ca',
    'user-ca-bundle',
    'azure-cloud-config',
    'ignition-config-worker-ssh',
    'ignition-config-fips',
    'ignition-config-40-image-content-source',
    // Kubernetes has this one in every namespace.
    'kube-root-ca.crt',
  ]),
}

/** Secrets that node pools have for their machines: with the name of the pool, and a hash. */
const OF_POOLS = /^((agent-)?user-data|token)-.+-[0-9a-f]{8}$/

/** Whether a control plane has something of its own by a name, which nobody else's may then replace. */
export const isReservedName = (kind: CopiedKind, name: string, infraID?: string): boolean =>
  RESERVED[kind].has(name) || (kind === 'Secret' && (OF_POOLS.test(name) || name === `${infraID}-kubeconfig`))

/** Whether the kubeconfig that is named after the infrastructure would be another one of the control plane. */
export const isReservedInfraId = (infraID: string): boolean => KUBECONFIGS.some((name) => name === infraID)
