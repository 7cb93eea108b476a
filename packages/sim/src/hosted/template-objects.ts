import {
  type ClusterOperator,
  type ClusterRoleBinding,
  OpenShiftApiServer,
  OpenShiftAuthentication,
  OpenShiftFeatureGate,
  OpenShiftImage,
  OpenShiftOAuth,
  OpenShiftOperatorHub,
  OpenShiftProxy,
  OpenShiftScheduler,
} from '@skep/api'
import { formatTime } from '@skep/base'
import type { Draft } from '@skep/client'
import type { KindDefinition } from '@skep/schema'
import type { HostedApiStart } from './contracts.ts'

/** Where the account is with which machines ask for their first certificate. */
export const BOOTSTRAP_NAMESPACE = 'openshift-machine-config-operator'

/** That account. */
export const BOOTSTRAP_ACCOUNT = 'node-bootstrapper'

/** Namespaces that a hosted cluster has, besides those of every cluster. */
export const HOSTED_NAMESPACES: readonly string[] = [
  'openshift-apiserver',
  'openshift-authentication',
  'openshift-cloud-controller-manager',
  'openshift-config',
  'openshift-config-managed',
  'openshift-controller-manager',
  'openshift-etcd',
  'openshift-infra',
  'openshift-ingress',
  'openshift-ingress-operator',
  'openshift-kube-apiserver',
  'openshift-kube-controller-manager',
  'openshift-kube-scheduler',
  BOOTSTRAP_NAMESPACE,
  'openshift-route-controller-manager',
]

/** Settings of which every hosted cluster has one object, named cluster, with nothing in it unless its owner says so. */
export const EMPTY_SETTINGS: readonly KindDefinition[] = [
  OpenShiftApiServer,
  OpenShiftAuthentication,
  OpenShiftFeatureGate,
  OpenShiftImage,
  OpenShiftOAuth,
  OpenShiftOperatorHub,
  OpenShiftProxy,
  OpenShiftScheduler,
]

/** Machines may ask for their first certificate, which somebody approves; nodes renew theirs without anybody's help. */
export const BOOTSTRAP_BINDINGS: readonly Draft<ClusterRoleBinding>[] = [
  {
    metadata: { name: 'system-bootstrap-node-bootstrapper' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:node-bootstrapper' },
    subjects: [{ kind: 'ServiceAccount', namespace: BOOTSTRAP_NAMESPACE, name: BOOTSTRAP_ACCOUNT }],
  },
  {
    metadata: { name: 'system-bootstrap-node-renewal' },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient',
    },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:nodes' }],
  },
]

/** Operators whose work is done outside of the cluster, so that they are always well; with what else they version. */
const CONTROL_PLANE_OPERATORS: Readonly<Record<string, string | undefined>> = {
  'kube-apiserver': 'kube-apiserver',
  'kube-controller-manager': 'kube-controller-manager',
  'kube-scheduler': 'kube-scheduler',
  'openshift-apiserver': undefined,
  'openshift-controller-manager': undefined,
  'operator-lifecycle-manager-packageserver': undefined,
}

/** Names of the operators that are always well. */
export const CONTROL_PLANE_OPERATOR_NAMES: readonly string[] = Object.keys(CONTROL_PLANE_OPERATORS)

/** Which versions such an operator reports. */
export function operatorVersions(
  name: string,
  { version, kubernetesVersion }: Pick<HostedApiStart, 'version' | 'kubernetesVersion'>,
): { name: string; version: string }[] {
  const operand = CONTROL_PLANE_OPERATORS[name]
  return [
    { name: 'operator', version },
    { name: 'raw-internal', version },
    ...(operand === undefined ? [] : [{ name: operand, version: kubernetesVersion.replace(/^v/, '') }]),
  ]
}

/** What an operator says that is always well. */
export function wellOperator(name: string, start: HostedApiStart, now: number): ClusterOperator['status'] {
  const lastTransitionTime = formatTime(now)
  const statuses = { Available: 'True', Progressing: 'False', Degraded: 'False', Upgradeable: 'True' }
  return {
    conditions: Object.entries(statuses).map(([type, status]) => ({
      type,
      status,
      reason: 'AsExpected',
      message: 'All is well',
      lastTransitionTime,
    })),
    versions: operatorVersions(name, start),
  }
}
