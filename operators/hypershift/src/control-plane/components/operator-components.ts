import { type ControlPlane, hasAnnotation, hasCapability, managesMachines, managesStorage } from '../facts.ts'
import { ANNOTATIONS } from '../keys.ts'
import { type ComponentDefinition, component, container, type Published } from './definition.ts'

const ROUND = { stageShare: 0.5 }
const AFTER_OPENSHIFT = { ...ROUND, dependsOn: ['openshift-apiserver'] }

const onPlatform =
  (type: string) =>
  ({ spec }: ControlPlane): boolean =>
    spec.platform.type === type

const withCapability =
  (name: string) =>
  (controlPlane: ControlPlane): boolean =>
    hasCapability(controlPlane, name)

const withMachines = (controlPlane: ControlPlane, { kubeconfig }: Published): boolean =>
  managesMachines(controlPlane) && kubeconfig

const withCatalogs = ({ spec }: ControlPlane): boolean => spec.olmCatalogPlacement === 'management'

const cloudControllerManager = (platform: string, type: string, replicas: 1 | 2): ComponentDefinition => {
  const name = `${platform}-cloud-controller-manager`
  return component(name, [container('cloud-controller-manager', name, '75m', '60Mi')], {
    ...ROUND,
    replicas,
    isRecreated: replicas === 1,
    isPresent: onPlatform(type),
  })
}

const catalog = (name: string, memory: string): ComponentDefinition =>
  component(`${name}-catalog`, [container('registry', name, '10m', memory, { grpc: 50051 })], {
    ...AFTER_OPENSHIFT,
    initContainers: [container('extract-utilities', 'operator-lifecycle-manager'), container('extract-content', name)],
    isPresent: withCatalogs,
  })

const csi = (name: string, image: string) => container(name, image, '10m', '50Mi')

/** The operators that look after a hosted cluster from outside, by the API; each after those it depends on. */
export const OPERATOR_COMPONENTS: readonly ComponentDefinition[] = [
  component(
    'cluster-version-operator',
    [container('cluster-version-operator', 'cluster-version-operator', '20m', '70Mi', { https: 8443 })],
    {
      ...AFTER_OPENSHIFT,
      isAwaited: true,
      initContainers: [
        container('prepare-payload', 'cluster-version-operator', '10m', '20Mi'),
        container('bootstrap', 'cli', '10m', '10Mi'),
      ],
    },
  ),
  component(
    'hosted-cluster-config-operator',
    [container('hosted-cluster-config-operator', 'controlplane-operator', '60m', '80Mi', { metrics: 8080 })],
    { ...ROUND, needsManagementApi: true, isRecreated: true },
  ),
  component(
    'control-plane-pki-operator',
    [container('control-plane-pki-operator', 'controlplane-pki-operator', '10m', '80Mi', { https: 8443 })],
    {
      ...ROUND,
      needsManagementApi: true,
      isPresent: (controlPlane) => !hasAnnotation(controlPlane, ANNOTATIONS.disablePkiReconciliation),
    },
  ),
  component(
    'cluster-network-operator',
    [
      container('cluster-network-operator', 'cluster-network-operator', '10m', '100Mi'),
      container('client-token-minter', 'token-minter', '10m', '30Mi'),
    ],
    {
      ...AFTER_OPENSHIFT,
      needsManagementApi: true,
      isRecreated: true,
      initContainers: [
        container('remove-old-cno', 'cli', '10m', '50Mi'),
        container('rewrite-config', 'cli', '10m', '50Mi'),
      ],
    },
  ),
  component(
    'cluster-node-tuning-operator',
    [container('cluster-node-tuning-operator', 'cluster-node-tuning-operator', '10m', '50Mi', { metrics: 60000 })],
    { ...AFTER_OPENSHIFT, needsManagementApi: true, isPresent: withCapability('NodeTuning') },
  ),
  component('dns-operator', [container('dns-operator', 'cluster-dns-operator', '10m', '29Mi')], AFTER_OPENSHIFT),
  component('ingress-operator', [container('ingress-operator', 'cluster-ingress-operator', '10m', '80Mi')], {
    ...AFTER_OPENSHIFT,
    isRecreated: true,
    isPresent: withCapability('Ingress'),
  }),
  component(
    'cluster-image-registry-operator',
    [container('cluster-image-registry-operator', 'cluster-image-registry-operator', '10m', '50Mi')],
    { ...AFTER_OPENSHIFT, isRecreated: true, isPresent: withCapability('ImageRegistry') },
  ),
  component(
    'cluster-storage-operator',
    [container('cluster-storage-operator', 'cluster-storage-operator', '10m', '20Mi', { https: 8443 })],
    { ...AFTER_OPENSHIFT, needsManagementApi: true, isPresent: managesStorage },
  ),
  component(
    'csi-snapshot-controller-operator',
    [container('csi-snapshot-controller-operator', 'cluster-csi-snapshot-controller-operator', '10m', '65Mi')],
    { ...AFTER_OPENSHIFT, needsManagementApi: true, isPresent: managesStorage },
  ),
  component('machine-approver', [container('machine-approver', 'cluster-machine-approver', '10m', '50Mi')], {
    ...ROUND,
    needsManagementApi: true,
    isPresent: withMachines,
  }),
  component('cluster-autoscaler', [container('cluster-autoscaler', 'cluster-autoscaler', '10m', '60Mi')], {
    ...ROUND,
    needsManagementApi: true,
    isPresent: withMachines,
    replicasOf: ({ metadata }, usual) =>
      metadata.annotations?.[ANNOTATIONS.disableClusterAutoscaler] === 'true' ? 0 : usual,
  }),
  cloudControllerManager('azure', 'Azure', 1),
  cloudControllerManager('aws', 'AWS', 1),
  cloudControllerManager('kubevirt', 'KubeVirt', 2),
  component(
    'kubevirt-csi-controller',
    [
      csi('csi-driver', 'kubevirt-csi-driver'),
      csi('csi-provisioner', 'csi-external-provisioner'),
      csi('csi-attacher', 'csi-external-attacher'),
      csi('csi-liveness-probe', 'csi-livenessprobe'),
      csi('csi-snapshotter', 'csi-external-snapshotter'),
      csi('csi-resizer', 'csi-external-resizer'),
    ],
    {
      ...ROUND,
      needsManagementApi: true,
      isPresent: ({ spec: { platform } }) =>
        platform.type === 'KubeVirt' && platform.kubevirt?.storageDriver?.type !== 'None',
    },
  ),
  component(
    'cloud-credential-operator',
    [container('cloud-credential-operator', 'cloud-credential-operator', '10m', '75Mi')],
    { ...AFTER_OPENSHIFT, isRecreated: true, isPresent: onPlatform('AWS') },
  ),
  component(
    'catalog-operator',
    [container('catalog-operator', 'operator-lifecycle-manager', '10m', '80Mi', { metrics: 8443 })],
    { ...ROUND, needsManagementApi: true },
  ),
  component(
    'olm-operator',
    [container('olm-operator', 'operator-lifecycle-manager', '10m', '160Mi', { metrics: 8443 })],
    { ...ROUND, needsManagementApi: true },
  ),
  component(
    'packageserver',
    [container('packageserver', 'operator-lifecycle-manager', '10m', '250Mi', { https: 5443 })],
    {
      ...ROUND,
      replicas: 3,
      priority: 'hypershift-api-critical',
      replicasOf: ({ spec }, usual) => (spec.platform.type === 'IBMCloud' ? Math.min(usual, 2) : usual),
    },
  ),
  component('olm-collect-profiles', [container('collect-profiles', 'operator-lifecycle-manager', '10m', '80Mi')], {
    ...ROUND,
    kind: 'CronJob',
    isPresent: ({ spec }) => spec.platform.type !== 'IBMCloud',
  }),
  catalog('redhat-operators', '420Mi'),
  catalog('community-operators', '160Mi'),
  catalog('certified-operators', '160Mi'),
  component('kube-storage-version-migrator', [container('migrator', 'kube-storage-version-migrator', '10m', '200Mi')], {
    ...ROUND,
    isPresent: ({ spec }) => spec.secretEncryption !== undefined,
  }),
]
