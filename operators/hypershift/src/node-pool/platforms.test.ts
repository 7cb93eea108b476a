import {
  AgentMachineTemplate,
  AwsMachineTemplate,
  AzureMachineTemplate,
  KubevirtMachineTemplate,
  MachineDeployment,
} from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startPoolWorld } from './test/pool-world.ts'
import { CONTROL_PLANE, PLATFORMS } from './test/samples.ts'

const inControlPlane = { namespace: CONTROL_PLANE }
const WORKERS = { namespace: CONTROL_PLANE, name: 'workers' }

describe('machines on Azure', () => {
  it('are as the pool says', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({
      spec: {
        platform: {
          type: 'Azure',
          azure: {
            ...PLATFORMS.Azure.azure,
            availabilityZone: '2',
            osDisk: { sizeGiB: 64, diskStorageAccountType: 'Premium_LRS', persistence: 'Ephemeral' },
            image: { type: 'ImageID', imageID: '/images/mine' },
          },
        },
      },
    })

    const { items } = await world.client.list(AzureMachineTemplate, inControlPlane)
    expect(items).toHaveLength(1)
    expect(items[0]?.metadata.name).toMatch(/^workers-[0-9a-f]{8}$/)
    expect(items[0]?.spec.template.spec).toMatchObject({
      vmSize: 'Standard_D8s_v3',
      failureDomain: '2',
      image: { id: '/images/mine' },
      networkInterfaces: [{ subnetName: 's1' }],
      securityProfile: { encryptionAtHost: true },
      osDisk: {
        diskSizeGB: 64,
        cachingType: 'ReadOnly',
        diffDiskSettings: { option: 'Local' },
        managedDisk: { storageAccountType: 'Premium_LRS' },
      },
    })
    const deployment = await world.client.get(MachineDeployment, WORKERS)
    expect(deployment?.spec.template.spec?.infrastructureRef).toEqual({
      kind: 'AzureMachineTemplate',
      apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
      namespace: CONTROL_PLANE,
      name: items[0]?.metadata.name,
    })
  })

  it('boot the image that the release names, from 4.20 on', async () => {
    const world = await startPoolWorld()
    await world.changeCluster({
      metadata: { annotations: { 'hypershift.openshift.io/skip-release-image-validation': '' } },
    })
    await world.start()
    await world.order()
    const before = await world.client.list(AzureMachineTemplate, inControlPlane)
    expect(before.items[0]?.spec.template.spec).not.toHaveProperty('image')

    await world.patch({ release: { image: 'img.example/ocp-release:4.20.1-multi' } })
    const after = await world.client.list(AzureMachineTemplate, inControlPlane)
    expect(after.items.map(({ spec }) => spec.template.spec)).toContainEqual(
      expect.objectContaining({ image: { marketplace: expect.objectContaining({ sku: 'aro_420-v2' }) } }),
    )
  })
})

describe('machines on AWS', () => {
  it('are as the pool says, and boot what the release has for the region', async () => {
    const world = await startPoolWorld({ platform: 'AWS' })
    await world.changeCluster({ status: { platform: { aws: { defaultWorkerSecurityGroupID: 'sg-1' } } } })
    await world.start()
    await world.order()

    const { items } = await world.client.list(AwsMachineTemplate, inControlPlane)
    expect(items[0]?.spec.template.spec).toMatchObject({
      instanceType: 'm5.large',
      iamInstanceProfile: 'demo-x7k2p-worker-profile',
      ami: { id: expect.stringMatching(/^ami-[0-9a-f]{17}$/) },
      subnet: { id: 'subnet-1' },
      rootVolume: { size: 16 },
      additionalSecurityGroups: [{ id: 'sg-1' }],
      additionalTags: { 'kubernetes.io/cluster/demo-x7k2p': 'owned' },
    })
    expect(await world.condition('ValidPlatformImage')).toBe('True/AsExpected')
    expect(await world.message('ValidPlatformImage')).toMatch(/^Bootstrap AMI is "ami-[0-9a-f]{17}"$/)
    expect(await world.condition('AWSSecurityGroupAvailable')).toBe('True/AsExpected')
    expect(await world.condition('AWSResourceTagConflict')).toBe('False/NoTagConflict')
    expect(await world.condition('ValidPlatformConfig')).toBe('True/AsExpected')
  })

  it('that boot an image of somebody are not judged', async () => {
    const world = await startPoolWorld({ platform: 'AWS' })
    await world.start()
    await world.order({ spec: { platform: { type: 'AWS', aws: { ...PLATFORMS.AWS.aws, ami: 'ami-mine' } } } })

    expect(await world.condition('ValidPlatformImage')).toBeUndefined()
  })

  it('of a region without images are not made', async () => {
    const world = await startPoolWorld({ platform: 'AWS' })
    await world.changeCluster({ spec: { platform: { aws: { region: 'nowhere' } } } })
    await world.start()
    await world.order()

    expect(await world.condition('ValidPlatformImage')).toBe('False/ValidationFailed')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()
  })

  it('wait for the security group that the hosted cluster is making', async () => {
    const world = await startPoolWorld({ platform: 'AWS' })
    const condition = {
      type: 'AWSDefaultSecurityGroupCreated',
      status: 'False',
      reason: 'WaitingForCloud',
      message: '',
      lastTransitionTime: '2030-01-01T00:00:00Z',
    }
    await world.changeCluster({ status: { conditions: [condition] } })
    await world.start()
    await world.order()
    expect(await world.condition('AWSSecurityGroupAvailable')).toBe('False/DefaultSGNotReady')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()

    await world.changeCluster({ status: { platform: { aws: { defaultWorkerSecurityGroupID: 'sg-1' } } } })
    await world.seconds(1)
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeDefined()
  })

  it('get other tags without being replaced; those of the cluster count first', async () => {
    const world = await startPoolWorld({ platform: 'AWS' })
    await world.changeCluster({ spec: { platform: { aws: { resourceTags: [{ key: 'owner', value: 'us' }] } } } })
    await world.start()
    await world.order()
    const before = await world.client.list(AwsMachineTemplate, inControlPlane)
    const resourceTags = [
      { key: 'owner', value: 'them' },
      { key: 'cost', value: 'high' },
    ]
    await world.patch({ platform: { aws: { resourceTags } } })

    const after = await world.client.list(AwsMachineTemplate, inControlPlane)
    expect(after.items.map(({ metadata }) => metadata.name)).toEqual(before.items.map(({ metadata }) => metadata.name))
    expect(after.items[0]?.spec.template.spec).toMatchObject({ additionalTags: { owner: 'us', cost: 'high' } })
    expect(await world.condition('AWSResourceTagConflict')).toBe('True/TagConflictDetected')
  })

  it('cannot be reserved before 4.19', async () => {
    const world = await startPoolWorld({ platform: 'AWS' })
    const history = [
      {
        state: 'Completed',
        version: '4.18.1',
        image: 'a',
        startedTime: '2030-01-01T00:00:00Z',
        completionTime: '2030-01-01T00:00:00Z',
        verified: false,
      },
    ]
    await world.changeCluster({ status: { version: { history } } })
    await world.start()
    const placement = { capacityReservation: { preference: 'Open' as const } }
    const platform = { type: 'AWS' as const, aws: { ...PLATFORMS.AWS.aws, placement } }
    await world.order({ spec: { platform, release: { image: 'img.example/ocp-release:4.18.1-multi' } } })

    expect(await world.condition('ValidPlatformConfig')).toBe('False/AWSError')
  })
})

describe('machines on a platform', () => {
  it('that their hosted cluster is not on are not made', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { platform: PLATFORMS.AWS } })

    expect(await world.condition('ValidPlatformConfig')).toBe('False/AWSError')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()
  })

  it.each([
    ['KubeVirt', 'Azure'],
    ['Azure', 'Agent'],
    ['Agent', 'None'],
  ] as const)('are not made on %s for a hosted cluster on %s, which is said at once', async (type, platform) => {
    const world = await startPoolWorld({ platform })
    await world.changeCluster({ status: { ignitionEndpoint: null } })
    await world.start()
    await world.order({ spec: { platform: PLATFORMS[type] } })

    expect(await world.condition('ValidPlatformConfig')).toBe('False/ValidationFailed')
    expect(await world.message('ValidPlatformConfig')).toBe(
      `platform type ${type} is not that of HostedCluster demo, which is ${platform}`,
    )
    expect(await world.secretNames('token')).toEqual([])
  })

  it('of any kind can be brought to any hosted cluster', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { platform: { type: 'None' } } })

    expect(await world.condition('ValidPlatformConfig')).toBe('True/AsExpected')
  })

  it('that nobody here can make are not made', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { platform: { type: 'IBMCloud', ibmcloud: {} } } })

    expect(await world.condition('ValidPlatformConfig')).toBe('False/ValidationFailed')
    expect(await world.message('ValidPlatformConfig')).toBe('unsupported platform type: IBMCloud')
  })
})

describe('machines of agents', () => {
  it('are chosen by labels', async () => {
    const world = await startPoolWorld({ platform: 'Agent' })
    await world.start()
    await world.order()

    const { items } = await world.client.list(AgentMachineTemplate, inControlPlane)
    expect(items[0]?.spec).toEqual({ template: { spec: { agentLabelSelector: { matchLabels: { size: 'big' } } } } })
  })
})

describe('virtual machines', () => {
  it('are as the pool says', async () => {
    const world = await startPoolWorld({ platform: 'KubeVirt' })
    await world.start()
    await world.order()

    const { items } = await world.client.list(KubevirtMachineTemplate, inControlPlane)
    const { virtualMachineTemplate: template, virtualMachineBootstrapCheck: check } = items[0]!.spec.template.spec
    expect(check).toEqual({ checkStrategy: 'none' })
    expect(template?.metadata).toEqual({
      labels: {
        'hypershift.openshift.io/nodepool-name': 'workers',
        'hypershift.openshift.io/infra-id': 'demo-x7k2p',
      },
    })
    expect(template?.spec).toMatchObject({
      runStrategy: 'Always',
      dataVolumeTemplates: [{ spec: { storage: { resources: { requests: { storage: '32Gi' } } } } }],
      template: {
        spec: {
          evictionStrategy: 'External',
          domain: { cpu: { cores: 2 }, memory: { guest: '8Gi' }, devices: { networkInterfaceMultiqueue: true } },
          networks: [{ name: 'default', pod: {} }],
        },
      },
    })
    expect(await world.condition('ValidPlatformImage')).toBe('True/AsExpected')
  })

  it('are changed by a patch that somebody asked for', async () => {
    const world = await startPoolWorld({ platform: 'KubeVirt' })
    const patch = [{ op: 'replace', path: '/spec/runStrategy', value: 'Manual' }]
    await world.start()
    await world.order({ annotations: { 'hypershift.openshift.io/kubevirt-vm-jsonpatch': JSON.stringify(patch) } })

    const { items } = await world.client.list(KubevirtMachineTemplate, inControlPlane)
    expect(items[0]?.spec.template.spec.virtualMachineTemplate?.spec).toMatchObject({ runStrategy: 'Manual' })
  })

  it('are not made where the patch does not apply', async () => {
    const world = await startPoolWorld({ platform: 'KubeVirt' })
    await world.start()
    await world.order({ annotations: { 'hypershift.openshift.io/kubevirt-vm-jsonpatch': 'nonsense' } })

    expect(await world.condition('ValidMachineTemplate')).toBe('False/InvalidKubevirtMachineTemplate')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()
  })

  it('have some network', async () => {
    const world = await startPoolWorld({ platform: 'KubeVirt' })
    await world.start()
    const kubevirt = { ...PLATFORMS.KubeVirt.kubevirt, attachDefaultNetwork: false }
    await world.order({ spec: { platform: { type: 'KubeVirt', kubevirt } } })

    expect(await world.condition('ValidMachineConfig')).toBe('False/ValidationFailed')
    expect(await world.message('ValidMachineConfig')).toBe(
      'validation of NodePool KubeVirt platform failed: default network cannot be disabled when no additional networks are configured',
    )
  })
})
