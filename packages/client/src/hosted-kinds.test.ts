import {
  ClusterApiMachine,
  clusterApiKinds,
  HostedCluster,
  hypershiftKinds,
  infrastructureProviderKinds,
  ManagedCluster,
  ManagedClusterSet,
  ManifestWork,
  NodePool,
  openClusterManagementKinds,
  openShiftConfigKinds,
} from '@skep/api'
import { apiVersionOf, type JsonObject, type KindDefinition } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { hostedClusterSpec, manifestWorkSpec, nodePoolSpec } from './test/hosted-samples.ts'
import { serveKinds } from './test/served-kinds.ts'

const kinds = [
  ...hypershiftKinds,
  ...openClusterManagementKinds,
  ...clusterApiKinds,
  ...infrastructureProviderKinds,
  ...openShiftConfigKinds,
]

const api = serveKinds(kinds)

const since = { lastTransitionTime: '2026-01-01T00:00:00Z' }
const condition = (type: string, status: string, message = '') => ({
  type,
  status,
  reason: 'AsExpected',
  message,
  ...since,
})

describe('the kinds of hosted clusters', () => {
  it('are served under the names that their users know', async () => {
    const served = await Promise.all(
      [...new Set(kinds.map(apiVersionOf))].map(async (version) => (await api.get(`/apis/${version}`))['resources']),
    )

    const resources = served.flat() as unknown as { name: string; shortNames?: string[] }[]
    expect(resources.filter(({ name }) => !name.includes('/'))).toHaveLength(kinds.length)
    expect(
      Object.fromEntries(resources.flatMap(({ name, shortNames }) => (shortNames ? [[shortNames.join(), name]] : []))),
    ).toEqual({
      agentmt: 'agentmachinetemplates',
      awsc: 'awsclusters',
      awsm: 'awsmachines',
      awsmt: 'awsmachinetemplates',
      cl: 'clusters',
      co: 'clusteroperators',
      'cpc,cpcs': 'controlplanecomponents',
      'hc,hcs': 'hostedclusters',
      'hcp,hcps': 'hostedcontrolplanes',
      ma: 'machines',
      'mca,mcas': 'managedclusteraddons',
      'mcl,mcls': 'managedclusters',
      'mclset,mclsets': 'managedclustersets',
      'mclsetbinding,mclsetbindings': 'managedclustersetbindings',
      md: 'machinedeployments',
      'mhc,mhcs': 'machinehealthchecks',
      ms: 'machinesets',
      'np,nps': 'nodepools',
    })
    expect(resources.map(({ name }) => name).filter((name) => name.endsWith('/scale'))).toEqual([
      'nodepools/scale',
      'machinedeployments/scale',
      'machinesets/scale',
    ])
  })

  it.each<[KindDefinition, JsonObject]>([
    [HostedCluster, hostedClusterSpec],
    [NodePool, nodePoolSpec],
    [ManifestWork, manifestWorkSpec],
    [
      HostedCluster,
      {
        ...hostedClusterSpec,
        configuration: { proxy: { httpProxy: 'http://p' }, apiServer: { audit: { profile: 'None' }, newer: [1] } },
        operatorConfiguration: { ingressOperator: { endpointPublishingStrategy: { type: 'Private' } } },
      },
    ],
  ])('keep every field of an object: $kind', async (kind, spec) => {
    expect((await api.create(kind, spec)).spec).toMatchObject(spec)
  })

  it('fill in what may be left out', async () => {
    const cluster = { ...hostedClusterSpec, platform: { type: 'None' }, configuration: { apiServer: {} } }

    expect((await api.create(HostedCluster, cluster)).spec).toEqual({
      ...cluster,
      capabilities: {},
      configuration: { apiServer: { audit: { profile: 'Default' } } },
      controllerAvailabilityPolicy: 'HighlyAvailable',
      infrastructureAvailabilityPolicy: 'SingleReplica',
      etcd: {
        managementType: 'Managed',
        managed: { storage: { type: 'PersistentVolume', persistentVolume: { size: '8Gi' } } },
      },
      issuerURL: 'https://kubernetes.default.svc',
      networking: {
        clusterNetwork: [{ cidr: '10.132.0.0/14' }],
        serviceNetwork: [{ cidr: '172.31.0.0/16' }],
        networkType: 'OVNKubernetes',
      },
      olmCatalogPlacement: 'management',
    })
    expect(
      (await api.create(NodePool, { ...nodePoolSpec, platform: { type: 'KubeVirt', kubevirt: {} } })).spec,
    ).toMatchObject({
      arch: 'amd64',
      management: {
        replace: { strategy: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      },
      platform: {
        kubevirt: {
          attachDefaultNetwork: true,
          compute: { cores: 2, memory: '8Gi', qosClass: 'Burstable' },
          networkInterfaceMultiqueue: 'Enable',
          rootVolume: { type: 'Persistent', persistent: { size: '32Gi' } },
        },
      },
    })
    expect((await api.create(ManagedCluster, {})).spec).toEqual({ hubAcceptsClient: false, leaseDurationSeconds: 60 })
    expect((await api.create(ManagedClusterSet, {})).spec).toEqual({
      clusterSelector: { selectorType: 'ExclusiveClusterSetLabel' },
    })
  })

  it('print of a hosted cluster what its users know', async () => {
    const { name } = await api.create(HostedCluster, hostedClusterSpec)
    const update = { state: 'Completed', startedTime: '2026-01-01T00:00:00Z', version: '4.19.3', image: 'i' }
    const completionTime = '2026-01-01T00:10:00Z'
    const desired = { version: '4.19.3', image: 'i' }
    await api.patch(
      HostedCluster,
      name,
      {
        status: {
          kubeconfig: { name: 'demo-admin-kubeconfig' },
          version: {
            desired,
            observedGeneration: 1,
            availableUpdates: [],
            history: [
              { ...update, completionTime, verified: false },
              { ...update, completionTime, verified: false, version: '4.19.2' },
            ],
          },
          controlPlaneVersion: { desired, history: [{ ...update, completionTime }] },
          conditions: [
            condition('Available', 'True', 'The hosted control plane is available'),
            condition('Progressing', 'False'),
          ],
        },
      },
      'status',
    )

    expect(await api.printed(HostedCluster, name)).toEqual({
      Name: name,
      Version: '4.19.3',
      'CP Version': '4.19.3',
      KubeConfig: 'demo-admin-kubeconfig',
      Progress: 'Completed',
      Available: 'True',
      Progressing: 'False',
      Message: 'The hosted control plane is available',
      'CP Progress': 'Completed',
      'DP Progress': 'Completed',
    })
  })

  it('print of a node pool what its users know, and scale it', async () => {
    const { name } = await api.create(NodePool, nodePoolSpec)
    const conditions = [
      condition('AutoscalingEnabled', 'False'),
      condition('AutorepairEnabled', 'True'),
      // Reasons of a node pool may be several, or none.
      { ...condition('AllMachinesReady', 'False'), reason: 'NoSuitableAgents, InstanceProvisionFailed' },
      { type: 'UpdatingVersion', status: 'False', ...since },
      condition('UpdatingConfig', 'False'),
    ]
    await api.patch(NodePool, name, { status: { replicas: 2, version: '4.19.3', conditions } }, 'status')
    await api.patch(NodePool, name, { spec: { replicas: 3 } }, 'scale')

    expect(await api.printed(NodePool, name)).toEqual({
      Name: name,
      Cluster: 'demo',
      'Desired Nodes': 3,
      'Current Nodes': 2,
      Autoscaling: 'False',
      Autorepair: 'True',
      Version: '4.19.3',
      UpdatingVersion: 'False',
      UpdatingConfig: 'False',
      Message: null,
    })
  })

  it('print of a managed cluster what its users know', async () => {
    const url = 'https://api.demo.hcp.example.net:443'
    const spec = { hubAcceptsClient: true, managedClusterClientConfigs: [{ url }] }
    const { name } = await api.create(ManagedCluster, spec)
    const conditions = [
      condition('ManagedClusterJoined', 'True'),
      condition('ManagedClusterConditionAvailable', 'Unknown'),
    ]
    await api.patch(ManagedCluster, name, { status: { conditions } }, 'status')

    expect(await api.printed(ManagedCluster, name)).toEqual({
      Name: name,
      'Hub Accepted': true,
      'Managed Cluster URLs': url,
      Joined: 'True',
      Available: 'Unknown',
      Age: expect.stringMatching(/^\d+s$/),
    })
  })

  it('print of a machine what its users know', async () => {
    const spec = { clusterName: 'demo-x7k2p', bootstrap: { dataSecretName: 'user-data' }, infrastructureRef: {} }
    const { name } = await api.create(ClusterApiMachine, { ...spec, version: '4.19.3', providerID: 'azure:///vm' })
    await api.patch(ClusterApiMachine, name, { status: { phase: 'Running', nodeRef: { name: 'node-a' } } }, 'status')

    expect(await api.printed(ClusterApiMachine, name)).toMatchObject({
      Cluster: 'demo-x7k2p',
      NodeName: 'node-a',
      ProviderID: 'azure:///vm',
      Phase: 'Running',
      Version: '4.19.3',
    })
  })

  it('keep the nulls that say that nothing is known yet', async () => {
    const { name } = await api.create(HostedCluster, hostedClusterSpec)
    const update = { state: 'Partial', startedTime: '2026-01-01T00:00:00Z', image: 'i', verified: false }
    const version = {
      desired: { version: '', image: 'i' },
      observedGeneration: 0,
      availableUpdates: null,
      history: [{ ...update, completionTime: null }],
    }

    expect(await api.replaceStatus(HostedCluster, name, { version })).toMatchObject({ version })
  })
})
