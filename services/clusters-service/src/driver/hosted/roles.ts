import type { HostedCluster } from '@skep/api'
import type { ClusterOrder } from '../manifests/order.ts'

type Roles = NonNullable<HostedCluster['spec']['platform']['aws']>['rolesRef']

/** Which operator of a cluster takes which role, by the namespace and the end of the name of its credentials. */
const OPERATORS: Readonly<Record<keyof Roles, string>> = {
  ingressARN: 'openshift-ingress-operator',
  imageRegistryARN: 'openshift-image-registry',
  storageARN: 'openshift-cluster-csi-drivers',
  networkARN: 'openshift-cloud-network-config-controller',
  kubeCloudControllerARN: 'kube-controller-manager',
  nodePoolManagementARN: 'capa-controller-manager',
  controlPlaneOperatorARN: 'control-plane-operator',
}

/** The roles that the components of a hosted cluster take: those that were named, or those that the service would make. */
export function rolesOf({ record }: ClusterOrder): Roles {
  const { account_id: account, sts } = record.cluster.aws ?? {}
  const owner = account ?? /:iam::(\d+):/.exec(sts?.role_arn ?? '')?.[1] ?? '000000000000'
  const prefix = sts?.operator_role_prefix ?? record.cluster.name ?? record.id
  const roleOf = (operator: string): string => {
    const named = sts?.operator_iam_roles?.find(({ namespace, name }) => namespace === operator || name === operator)
    return named?.role_arn ?? `arn:aws:iam::${owner}:role/${prefix}-${operator}`
  }
  const roles = Object.entries(OPERATORS).map(([role, operator]) => [role, roleOf(operator)])
  // One for each operator.
  return Object.fromEntries(roles) as Roles
}
