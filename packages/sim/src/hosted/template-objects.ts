import {
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
import type { Draft } from '@skep/client'
import type { KindDefinition } from '@skep/schema'

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

/** Where pods on nodes note that they reach the control plane. Nothing is noted at first. */
export const CONNECTIVITY_CHECK = { namespace: 'kube-system', name: 'control-plane-connectivity-check' } as const

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
