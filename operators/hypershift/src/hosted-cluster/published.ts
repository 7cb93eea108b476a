import { HostedCluster, type Secret } from '@skep/api'

/** Names in the namespace of a hosted cluster of what is published there. */
export const publishedNames = (hostedCluster: string) => ({
  kubeconfig: `${hostedCluster}-admin-kubeconfig`,
  customKubeconfig: `${hostedCluster}-custom-admin-kubeconfig`,
  kubeadminPassword: `${hostedCluster}-kubeadmin-password`,
  etcdEncryptionKey: `${hostedCluster}-etcd-encryption-key`,
})

/** Whether a Secret was published for a cluster of this name: one that was there before it may have had the same. */
export const isPublishedFor = (
  { metadata: { name } }: Pick<HostedCluster, 'metadata'>,
  { metadata: { ownerReferences = [] } }: Pick<Secret, 'metadata'>,
): boolean => ownerReferences.some((owner) => owner.kind === HostedCluster.kind && owner.name === name)
