/** Kinds in the order in which others need them: what a kind refers to comes before it. */
const RANKS: readonly (readonly string[])[] = [
  ['PriorityClass', 'Namespace', 'CustomResourceDefinition', 'StorageClass', 'PersistentVolume', 'PodSecurityPolicy'],
  ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  ['NetworkPolicy', 'ResourceQuota', 'LimitRange', 'PodDisruptionBudget', 'ServiceAccount'],
  ['Secret', 'ConfigMap', 'PersistentVolumeClaim'],
  ['Service'],
  [
    ...['DaemonSet', 'Pod', 'ReplicationController', 'ReplicaSet', 'Deployment'],
    ...['HorizontalPodAutoscaler', 'StatefulSet', 'Job', 'CronJob'],
  ],
  [
    ...['APIService', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
  ],
]

const RANK_OF: ReadonlyMap<string, number> = new Map(
  RANKS.flatMap((kinds, rank) => kinds.map((kind) => [kind, rank] as const)),
)

/** Manifests in the order in which they are applied: by kind, and those of the same rank as the work lists them. */
export const inApplyOrder = <T extends { readonly manifest: { readonly kind: string } }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => rankOf(a.manifest.kind) - rankOf(b.manifest.kind))

const rankOf = (kind: string): number => RANK_OF.get(kind) ?? RANKS.length
