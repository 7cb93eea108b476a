import { hasAnnotation, hasRouter, usesOAuth } from '../facts.ts'
import { ANNOTATIONS } from '../keys.ts'
import { type ComponentDefinition, component, container } from './definition.ts'

const AFTER_OPENSHIFT = ['openshift-apiserver']
/** The components after the API come in two rounds: those that wait for it alone, and those that wait for OpenShift's. */
const ROUND = 0.5

const auditLogs = container('audit-logs', 'cli', '5m', '10Mi')
const waitForEtcd = container('wait-for-etcd', 'cli')

/** What the API of a hosted cluster is made of, and how machines and users reach it; each after those it depends on. */
export const CORE_COMPONENTS: readonly ComponentDefinition[] = [
  component(
    'etcd',
    [
      container('etcd', 'etcd', '300m', '600Mi', { client: 2379, peer: 2380 }),
      container('etcd-metrics', 'etcd', '40m', '200Mi', { metrics: 2381 }),
      container('healthz', 'cluster-etcd-operator', '10m', '50Mi'),
    ],
    {
      kind: 'StatefulSet',
      isAwaited: true,
      replicas: 3,
      stage: 'Etcd',
      priority: 'hypershift-etcd',
      needsManagementApi: true,
      initContainers: [
        container('ensure-dns', 'controlplane-operator', '10m', '35Mi'),
        container('reset-member', 'etcd'),
      ],
      isPresent: ({ spec }) => spec.etcd.managementType === 'Managed',
    },
  ),
  component('featuregate-generator', [container('apply', 'controlplane-operator', '30m', '50Mi')], {
    kind: 'Job',
    isAwaited: true,
    stage: 'Etcd',
    needsManagementApi: true,
    initContainers: [container('render-feature-gates', 'cluster-config-api', '30m', '50Mi')],
  }),
  component(
    'ignition-server',
    [container('ignition-server', 'controlplane-operator', '10m', '40Mi', { https: 9090 })],
    {
      replicas: 2,
      stage: 'Etcd',
      needsManagementApi: true,
      initContainers: [container('fetch-feature-gate', 'cluster-config-api')],
      isPresent: (controlPlane) => !hasAnnotation(controlPlane, ANNOTATIONS.disableIgnitionServer),
    },
  ),
  component('ignition-server-proxy', [container('haproxy', 'haproxy-router', '10m', '20Mi', { https: 8443 })], {
    replicas: 2,
    stage: 'KubeAPIServer',
    isRequestServing: true,
    dependsOn: ['ignition-server'],
    isPresent: (controlPlane) =>
      !hasAnnotation(controlPlane, ANNOTATIONS.disableIgnitionServer) && controlPlane.spec.platform.type !== 'IBMCloud',
  }),
  component('router', [container('router', 'haproxy-router', '50m', '40Mi', { https: 8443 })], {
    replicas: 3,
    stage: 'KubeAPIServer',
    isRequestServing: true,
    priority: 'hypershift-api-critical',
    dependsOn: ['ignition-server'],
    isPresent: hasRouter,
  }),
  component(
    'kube-apiserver',
    [
      container('kube-apiserver', 'hyperkube', '350m', '2Gi', { client: 6443 }),
      container('bootstrap', 'controlplane-operator', '10m', '10Mi'),
      container('konnectivity-server', 'apiserver-network-proxy', '10m', '50Mi', { server: 8090, agent: 8091 }),
      auditLogs,
    ],
    {
      replicas: 3,
      stage: 'KubeAPIServer',
      isRequestServing: true,
      priority: 'hypershift-api-critical',
      isAwaited: true,
      dependsOn: ['etcd', 'featuregate-generator'],
      initContainers: [
        container('init-bootstrap-render', 'cluster-config-api', '30m', '50Mi'),
        container('init-auth-bootstrap-render', 'cluster-authentication-operator', '30m', '50Mi'),
        waitForEtcd,
      ],
    },
  ),
  component(
    'kube-controller-manager',
    [container('kube-controller-manager', 'hyperkube', '100m', '600Mi', { client: 10257 })],
    { replicas: 2, stageShare: ROUND },
  ),
  component('kube-scheduler', [container('kube-scheduler', 'hyperkube', '25m', '150Mi', { client: 10259 })], {
    replicas: 2,
    stageShare: ROUND,
  }),
  component(
    'openshift-apiserver',
    [container('openshift-apiserver', 'openshift-apiserver', '100m', '200Mi', { https: 8443 }), auditLogs],
    {
      replicas: 3,
      stageShare: ROUND,
      priority: 'hypershift-api-critical',
      isAwaited: true,
      initContainers: [container('oas-trust-anchor-generator', 'openshift-apiserver')],
    },
  ),
  component(
    'openshift-oauth-apiserver',
    [container('openshift-oauth-apiserver', 'oauth-apiserver', '150m', '80Mi', { https: 8443 }), auditLogs],
    {
      replicas: 3,
      stageShare: ROUND,
      priority: 'hypershift-api-critical',
      dependsOn: AFTER_OPENSHIFT,
      initContainers: [waitForEtcd],
      isPresent: usesOAuth,
    },
  ),
  component(
    'oauth-openshift',
    [container('oauth-openshift', 'oauth-server', '25m', '40Mi', { https: 6443 }), auditLogs],
    {
      replicas: 3,
      stageShare: ROUND,
      isRequestServing: true,
      priority: 'hypershift-api-critical',
      dependsOn: AFTER_OPENSHIFT,
      isPresent: usesOAuth,
    },
  ),
  component(
    'openshift-controller-manager',
    [container('openshift-controller-manager', 'openshift-controller-manager', '100m', '100Mi', { https: 8443 })],
    { replicas: 2, stageShare: ROUND, dependsOn: AFTER_OPENSHIFT },
  ),
  component(
    'openshift-route-controller-manager',
    [container('openshift-route-controller-manager', 'route-controller-manager', '100m', '100Mi', { https: 8443 })],
    { replicas: 2, stageShare: ROUND, dependsOn: AFTER_OPENSHIFT },
  ),
  component(
    'cluster-policy-controller',
    [container('cluster-policy-controller', 'cluster-policy-controller', '10m', '200Mi')],
    { replicas: 2, stageShare: ROUND, dependsOn: AFTER_OPENSHIFT },
  ),
  component('konnectivity-agent', [container('konnectivity-agent', 'apiserver-network-proxy', '40m', '50Mi')], {
    replicas: 2,
    stageShare: ROUND,
  }),
]
