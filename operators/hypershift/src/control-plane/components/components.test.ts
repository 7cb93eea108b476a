import { describe, expect, it } from 'vitest'
import { createReleases } from '../../releases/index.ts'
import type { ControlPlane } from '../facts.ts'
import { specOn } from '../test/specs.ts'
import type { ComponentDefinition } from './definition.ts'
import { COMPONENTS } from './table.ts'
import { deploymentOf, replicasOf, statefulSetOf } from './workloads.ts'

const controlPlane = (
  changes: Partial<ControlPlane['spec']> = {},
  annotations: Record<string, string> = {},
): ControlPlane => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedControlPlane',
  metadata: { namespace: 'clusters-demo', name: 'demo', uid: 'u', resourceVersion: '1', annotations },
  spec: specOn('None', changes),
})

const named = (name: string): ComponentDefinition => {
  const found = COMPONENTS.find((component) => component.name === name)
  if (!found) throw new Error(`there is no component ${name}`)
  return found
}

const namesFor = (made: ControlPlane, kubeconfig = true): string[] =>
  COMPONENTS.filter(({ isPresent }) => isPresent?.(made, { kubeconfig }) ?? true).map(({ name }) => name)

const inputs = (made: ControlPlane) => ({
  controlPlane: made,
  release: createReleases().resolve(made.spec.releaseImage)!,
  behaviour: { durationMs: () => 30_000, failureOf: () => undefined },
})

describe('the components of a control plane', () => {
  it('come after those they depend on', () => {
    const seen = new Set<string>()
    for (const { name, dependsOn } of COMPONENTS) {
      expect([name, dependsOn.filter((dependency) => !seen.has(dependency))]).toEqual([name, []])
      seen.add(name)
    }
  })

  it('wait for the API, except for those it is made of and those machines begin with', () => {
    const independent = COMPONENTS.filter(({ dependsOn }) => !dependsOn.includes('kube-apiserver'))

    expect(independent.map(({ name }) => name)).toEqual([
      'etcd',
      'featuregate-generator',
      'ignition-server',
      'ignition-server-proxy',
      'router',
      'kube-apiserver',
    ])
    expect(named('kube-apiserver').dependsOn).toEqual(['etcd', 'featuregate-generator'])
    expect(named('oauth-openshift').dependsOn).toEqual(['kube-apiserver', 'openshift-apiserver'])
    expect(named('router').dependsOn).toEqual(['ignition-server'])
  })

  it('are those of the platform', () => {
    const on = (type: 'AWS' | 'Azure' | 'KubeVirt' | 'None') =>
      namesFor(controlPlane({ platform: { type } })).filter((name) => /cloud-|kubevirt-/.test(name))

    expect(on('None')).toEqual([])
    expect(on('Azure')).toEqual(['azure-cloud-controller-manager'])
    expect(on('AWS')).toEqual(['aws-cloud-controller-manager', 'cloud-credential-operator'])
    expect(on('KubeVirt')).toEqual(['kubevirt-cloud-controller-manager', 'kubevirt-csi-controller'])
  })

  it('include no konnectivity-server, which is a container of the API', () => {
    expect(COMPONENTS.map(({ name }) => name)).not.toContain('konnectivity-server')
    expect(named('kube-apiserver').containers.map(({ name }) => name)).toEqual([
      'kube-apiserver',
      'bootstrap',
      'konnectivity-server',
      'audit-logs',
    ])
  })

  it.each<[string, Partial<ControlPlane['spec']>, Record<string, string>, string[]]>([
    [
      'OIDC',
      { configuration: { authentication: { type: 'OIDC' } } },
      {},
      ['openshift-oauth-apiserver', 'oauth-openshift'],
    ],
    [
      'a capability that is off',
      { capabilities: { disabled: ['ImageRegistry'] } },
      {},
      ['cluster-image-registry-operator'],
    ],
    ['etcd of somebody else', { etcd: { managementType: 'Unmanaged' } }, {}, ['etcd']],
    [
      'catalogs in the cluster itself',
      { olmCatalogPlacement: 'guest' },
      {},
      ['redhat-operators-catalog', 'community-operators-catalog', 'certified-operators-catalog'],
    ],
    [
      'no ignition server',
      {},
      { 'hypershift.openshift.io/disable-ignition-server': '' },
      ['ignition-server', 'ignition-server-proxy'],
    ],
    [
      'no machine management',
      {},
      { 'hypershift.openshift.io/disable-machine-management': '' },
      ['machine-approver', 'cluster-autoscaler'],
    ],
    [
      'certificates of somebody else',
      {},
      { 'hypershift.openshift.io/disable-pki-reconciliation': '' },
      ['control-plane-pki-operator'],
    ],
  ])('lack some with %s', (_, spec, annotations, missing) => {
    const usual = namesFor(controlPlane())

    expect(usual.filter((name) => !namesFor(controlPlane(spec, annotations)).includes(name))).toEqual(missing)
  })

  it('look after machines once there is a kubeconfig for that', () => {
    expect(namesFor(controlPlane(), false)).not.toContain('machine-approver')
    expect(namesFor(controlPlane(), true)).toContain('machine-approver')
  })

  it('migrate what is stored where it is encrypted', () => {
    const secretEncryption = { type: 'aescbc', aescbc: { activeKey: { name: 'key' } } } as const

    expect(namesFor(controlPlane({ secretEncryption }))).toContain('kube-storage-version-migrator')
  })

  it.each([
    ['kube-apiserver', 3, 1],
    ['etcd', 3, 1],
    ['kube-scheduler', 2, 1],
    ['cluster-version-operator', 1, 1],
    ['packageserver', 3, 1],
  ])('%s has %i pods, or %i where there is one of everything', (name, highlyAvailable, single) => {
    expect(replicasOf(named(name), controlPlane())).toBe(highlyAvailable)
    expect(replicasOf(named(name), controlPlane({ controllerAvailabilityPolicy: 'SingleReplica' }))).toBe(single)
  })

  it('have as many pods as annotations say', () => {
    const annotated = (annotations: Record<string, string>, name: string) =>
      replicasOf(named(name), controlPlane({}, annotations))

    expect(annotated({ 'hypershift.openshift.io/disable-cluster-autoscaler': 'true' }, 'cluster-autoscaler')).toBe(0)
    expect(annotated({ 'hypershift.openshift.io/debug-deployments': 'etcd,kube-scheduler' }, 'kube-scheduler')).toBe(0)
    const topology = { 'hypershift.openshift.io/topology': 'dedicated-request-serving-components' }
    expect(annotated(topology, 'kube-apiserver')).toBe(2)
    expect(annotated(topology, 'openshift-apiserver')).toBe(3)
  })
})

describe('the workload of a component', () => {
  it('has the labels, requests and priority that others look for', () => {
    const made = controlPlane({ labels: { team: 'blue' }, nodeSelector: { zone: 'a' } })
    const { metadata, spec } = deploymentOf(named('kube-apiserver'), inputs(made))

    expect(metadata.labels).toMatchObject({ 'hypershift.openshift.io/managed-by': 'control-plane-operator' })
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'HostedControlPlane', name: 'demo', controller: true }])
    expect(spec?.template.metadata?.labels).toEqual({
      app: 'kube-apiserver',
      team: 'blue',
      'hypershift.openshift.io/control-plane-component': 'kube-apiserver',
      'hypershift.openshift.io/hosted-control-plane': 'clusters-demo',
      'hypershift.openshift.io/request-serving-component': 'true',
    })
    expect(spec?.template.metadata?.annotations).toEqual({
      'hypershift.openshift.io/release-image': 'img.example/ocp-release:4.19.3-multi',
      'sim.skep.dev/start-delay': '30000ms',
    })
    expect(spec?.template.spec).toMatchObject({
      priorityClassName: 'hypershift-api-critical',
      nodeSelector: { zone: 'a' },
      containers: [{ resources: { requests: { cpu: '350m', memory: '2Gi' } } }, {}, {}, {}],
    })
  })

  it.each([
    ['kube-apiserver', 'HighlyAvailable', { maxSurge: 0, maxUnavailable: 1 }],
    ['ignition-server-proxy', 'HighlyAvailable', { maxSurge: 1, maxUnavailable: 1 }],
    ['kube-scheduler', 'HighlyAvailable', { maxSurge: 1, maxUnavailable: 0 }],
    ['kube-scheduler', 'SingleReplica', { maxSurge: 1, maxUnavailable: 0 }],
  ] as const)('%s is replaced without an outage when %s', (name, controllerAvailabilityPolicy, rollingUpdate) => {
    const { spec } = deploymentOf(named(name), inputs(controlPlane({ controllerAvailabilityPolicy })))

    expect(spec?.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate })
  })

  it('asks for what an annotation says instead', () => {
    const override = {
      'resource-request-override.hypershift.openshift.io/kube-apiserver.kube-apiserver': 'cpu=1000m,memory=3Gi',
    }
    const { spec } = deploymentOf(named('kube-apiserver'), inputs(controlPlane({}, override)))

    expect(spec?.template.spec?.containers[0]?.resources).toEqual({ requests: { cpu: '1', memory: '3Gi' } })
  })

  it('restarts when an annotation says so', () => {
    const restart = { 'hypershift.openshift.io/restart-date': '2030-01-01' }
    const { spec } = deploymentOf(named('kube-scheduler'), inputs(controlPlane({}, restart)))

    expect(spec?.template.metadata?.annotations).toMatchObject(restart)
  })

  it('keeps the data of etcd on volumes that stay', () => {
    const { spec } = statefulSetOf(named('etcd'), inputs(controlPlane()))

    expect(spec).toMatchObject({
      replicas: 3,
      podManagementPolicy: 'Parallel',
      serviceName: 'etcd-discovery',
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { resources: { requests: { storage: '8Gi' } } } }],
    })
  })
})
