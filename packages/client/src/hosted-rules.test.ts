import { AzureMachine, HostedCluster, MachineHealthCheck, ManifestWork, NodePool } from '@skep/api'
import type { JsonObject, KindDefinition } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { hostedClusterSpec, nodePoolSpec } from './test/hosted-samples.ts'
import { serveKinds } from './test/served-kinds.ts'

const api = serveKinds([AzureMachine, HostedCluster, MachineHealthCheck, ManifestWork, NodePool])

/** What a user is told, who asks for this. */
type Refusal = [complaint: string, ask: JsonObject]

const CLUSTER_ID_RULE =
  'clusterID must be an RFC4122 UUID value (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx in hexadecimal digits)'
const [apiServer, oauth, konnectivity, ignition] = hostedClusterSpec.services as [object, object, object, object]
const balanced = (service: string) => ({ service, servicePublishingStrategy: { type: 'LoadBalancer' } })
const services = (...list: object[]) => ({ services: list }) as JsonObject
const none = { platform: { type: 'None' } }

/** Creates an object that is refused, and says what the user is told. */
async function refusal(kind: KindDefinition, spec: JsonObject): Promise<string> {
  const error = await api.create(kind, spec).then(
    () => new Error('accepted'),
    (reason: Error) => reason,
  )
  return error.message.replace(/^.*? is invalid: /, '')
}

describe('a hosted cluster', () => {
  it.each<Refusal>([
    ['spec.infraID: Invalid value: "other": infraID is immutable', { infraID: 'other' }],
    ['<nil>: Invalid value: clusterID cannot be removed once set', { clusterID: null }],
    ['spec.platform.type: Invalid value: "None": Type is immutable', none],
    [
      'spec: Invalid value: Services is immutable. Changes might result in unpredictable and disruptive behavior.',
      { services: hostedClusterSpec.services.toReversed() },
    ],
    [
      'spec.networking.serviceNetwork: Invalid value: serviceNetwork is immutable and cannot be modified once set.',
      { networking: { serviceNetwork: [{ cidr: '10.1.0.0/16' }] } },
    ],
    [
      'spec.dns.baseDomain: Invalid value: "other.example.net": baseDomain is immutable',
      { dns: { baseDomain: 'other.example.net' } },
    ],
    [
      'spec.platform.azure.location: Invalid value: "ukwest": Location is immutable',
      { platform: { azure: { location: 'ukwest' } } },
    ],
    [
      'spec.controllerAvailabilityPolicy: Invalid value: "SingleReplica": ControllerAvailabilityPolicy is immutable',
      { controllerAvailabilityPolicy: 'SingleReplica' },
    ],
    [
      'spec.etcd.managed.storage.persistentVolume.size: Invalid value: "9Gi": Etcd PV storage size is immutable',
      { etcd: { managed: { storage: { persistentVolume: { size: '9Gi' } } } } },
    ],
    ['spec: Invalid value: secretEncryption cannot be removed once configured', { secretEncryption: null }],
    [
      'spec.configuration.ingress.domain: Invalid value: "other.example.net": domain is immutable once set',
      { configuration: { ingress: { domain: 'other.example.net' } } },
    ],
    [
      'spec.configuration.featureGate.featureSet: Invalid value: "OKD": TechPreviewNoUpgrade may not be changed',
      { configuration: { featureGate: { featureSet: 'OKD' } } },
    ],
  ])('keeps what may not change: %s', async (complaint, change) => {
    const secretEncryption = { type: 'aescbc', aescbc: { activeKey: { name: 'key' } } }
    const configuration = {
      ingress: { domain: 'apps.example.net' },
      featureGate: { featureSet: 'TechPreviewNoUpgrade' },
    }
    const { name } = await api.create(HostedCluster, { ...hostedClusterSpec, secretEncryption, configuration })

    await expect(api.patch(HostedCluster, name, { spec: change })).rejects.toMatchObject({
      reason: 'Invalid',
      message: `HostedCluster.hypershift.openshift.io "${name}" is invalid: ${complaint}`,
    })
  })

  it('takes ids that were missing at first', async () => {
    const { infraID, clusterID, ...spec } = hostedClusterSpec
    const { name } = await api.create(HostedCluster, spec)

    expect(await api.patch(HostedCluster, name, { spec: { infraID, clusterID } })).toMatchObject({
      spec: { infraID: 'demo-x7k2p', clusterID: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10' },
    })
  })

  it('may change its services on IBM Cloud, and has three of them', async () => {
    const platform = { type: 'IBMCloud', ibmcloud: {} }
    const spec = { ...hostedClusterSpec, platform, ...services(apiServer, oauth, konnectivity) }
    const { name } = await api.create(HostedCluster, spec)

    await expect(api.patch(HostedCluster, name, { spec: services(oauth, apiServer, ignition) })).resolves.toBeDefined()
  })

  it.each<Refusal>([
    [
      'spec: Invalid value: spec.services in body should have at least 4 items or 3 for IBMCloud',
      services(oauth, konnectivity, ignition),
    ],
    [
      'spec: Invalid value: Azure platform requires Konnectivity to use Route service publishing strategy',
      services(apiServer, oauth, balanced('Konnectivity'), ignition),
    ],
    [
      'spec: Invalid value: Azure managed platform (ARO HCP) requires OAuthServer to use Route',
      services(apiServer, balanced('OAuthServer'), konnectivity, ignition),
    ],
    [
      'spec.services[0].servicePublishingStrategy: Invalid value: nodePort is required when type is NodePort, and forbidden otherwise',
      {
        ...services({ ...apiServer, servicePublishingStrategy: { type: 'NodePort' } }, oauth, konnectivity, ignition),
      },
    ],
    [
      'spec.networking: Invalid value: CIDR ranges in machineNetwork, clusterNetwork, and serviceNetwork must be unique and non-overlapping',
      { networking: { clusterNetwork: [{ cidr: '172.31.0.0/16' }] } },
    ],
    [
      `spec.clusterID: Invalid value: "not-a-uuid-but-of-thirty-six-letters": ${CLUSTER_ID_RULE}`,
      { clusterID: 'not-a-uuid-but-of-thirty-six-letters' },
    ],
    [
      `spec.pausedUntil: Invalid value: "tomorrow": PausedUntil must be a date in RFC3339 format or 'True', 'true', 'False' or 'false'`,
      { pausedUntil: 'tomorrow' },
    ],
    [
      'spec.capabilities.disabled: Invalid value: Ingress capability can only be disabled if Console capability is also disabled',
      { capabilities: { disabled: ['Ingress'] } },
    ],
    [
      'spec.etcd: Invalid value: Only unmanaged configuration must be set when managementType is Unmanaged',
      { etcd: { managementType: 'Unmanaged' } },
    ],
    [
      'spec.configuration.oauth: Invalid value: spec.configuration.oauth.tokenConfig.accessTokenInactivityTimeout minimum acceptable token timeout value is 300 seconds',
      { configuration: { oauth: { tokenConfig: { accessTokenInactivityTimeout: '299s' } } } },
    ],
    [
      'spec.configuration.image.registrySources: Invalid value: Only one of blockedRegistries or allowedRegistries may be set',
      { configuration: { image: { registrySources: { blockedRegistries: ['a'], allowedRegistries: ['b'] } } } },
    ],
    [
      'spec.configuration.network: Invalid value: cannot set networkDiagnostics.sourcePlacement and networkDiagnostics.targetPlacement when networkDiagnostics.mode is Disabled',
      { configuration: { network: { networkDiagnostics: { mode: 'Disabled', sourcePlacement: {} } } } },
    ],
  ])('is refused where it makes no sense: %s', async (complaint, change) => {
    expect(await refusal(HostedCluster, { ...hostedClusterSpec, ...change })).toBe(complaint)
  })

  it('has no certificate for the name of its own load balancer', async () => {
    const hostname = 'api.demo.hcp.example.net'
    const strategy = { type: 'LoadBalancer', loadBalancer: { hostname } }
    const list = services({ service: 'APIServer', servicePublishingStrategy: strategy }, oauth, konnectivity, ignition)
    const withNames = (...names: string[]) => ({
      ...hostedClusterSpec,
      ...list,
      configuration: { apiServer: { servingCerts: { namedCertificates: [{ names }] } } },
    })

    expect(await refusal(HostedCluster, withNames('a.example.net', hostname))).toBe(
      'spec: Invalid value: APIServer loadBalancer hostname cannot be in ClusterConfiguration.apiserver.servingCerts.namedCertificates[]',
    )
    await expect(api.create(HostedCluster, withNames('a.example.net'))).resolves.toBeDefined()
  })
})

describe('a node pool', () => {
  const { replicas: _replicas, ...unsized } = nodePoolSpec

  it.each<Refusal>([
    ['spec.clusterName: Invalid value: "other": ClusterName is immutable', { clusterName: 'other' }],
    [
      'spec.management.upgradeType: Invalid value: "InPlace": UpgradeType is immutable',
      { management: { upgradeType: 'InPlace' } },
    ],
    ['spec.arch: Invalid value: "arm64": Arch is immutable', { arch: 'arm64' }],
  ])('keeps what may not change: %s', async (complaint, change) => {
    const { name } = await api.create(NodePool, nodePoolSpec)

    await expect(api.patch(NodePool, name, { spec: change })).rejects.toMatchObject({
      reason: 'Invalid',
      message: `NodePool.hypershift.openshift.io "${name}" is invalid: ${complaint}`,
    })
  })

  it.each<Refusal>([
    [
      'spec: Invalid value: Both replicas or autoScaling should not be set',
      { replicas: 2, autoScaling: { min: 1, max: 2 } },
    ],
    ['spec.autoScaling: Invalid value: max must be equal or greater than min', { autoScaling: { min: 3, max: 2 } }],
    [
      'spec: Invalid value: Scale-from-zero (autoScaling.min=0) is currently only supported for AWS and Azure platforms',
      { autoScaling: { min: 0, max: 2 }, platform: { type: 'Agent', agent: {} } },
    ],
    ['spec: Invalid value: s390x is only supported on KubeVirt platform', { arch: 's390x' }],
    [
      "spec.management: Invalid value: The 'inPlace' field can only be set when 'upgradeType' is 'InPlace'",
      { management: { upgradeType: 'Replace', inPlace: {} } },
    ],
    [
      'spec.platform.azure.subnetID: Invalid value: "/subscriptions/a": encryptionSetID must be in the format `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Network/virtualNetworks/{vnetName}/subnets/{subnetName}`',
      { platform: { ...unsized.platform, azure: { ...unsized.platform.azure, subnetID: '/subscriptions/a' } } },
    ],
  ])('is refused where it makes no sense: %s', async (complaint, change) => {
    expect(await refusal(NodePool, { ...unsized, ...change })).toContain(complaint)
  })
})

describe('other kinds around hosted clusters', () => {
  it.each<[string, KindDefinition, JsonObject]>([
    [
      'spec.manifestConfigs[0].conditionRules[0]: Invalid value: Condition is required for CEL rules',
      ManifestWork,
      {
        manifestConfigs: [
          {
            resourceIdentifier: { resource: 'jobs', name: 'a' },
            conditionRules: [{ type: 'CEL', condition: '' }],
          },
        ],
      },
    ],
    [
      'spec.unhealthyMachineConditions[0].type: Invalid value: "Ready": type must not be one of: Ready, Available, HealthCheckSucceeded, OwnerRemediated, ExternallyRemediated',
      MachineHealthCheck,
      {
        clusterName: 'demo',
        selector: {},
        unhealthyMachineConditions: [{ type: 'Ready', status: 'False', timeout: '1m' }],
      },
    ],
    ['spec.vmSize: Required value', AzureMachine, {}],
  ])('refuse what makes no sense: %s', async (complaint, kind, spec) => {
    expect(await refusal(kind, spec)).toBe(complaint)
  })
})
