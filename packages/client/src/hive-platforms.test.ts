import { ClusterDeployment, HiveMachinePool } from '@skep/api'
import type { JsonObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { serveKinds } from './test/served-kinds.ts'

const api = serveKinds([ClusterDeployment, HiveMachinePool])

/** What a user is told who asks for this, without where it is. */
const complaintAbout = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'accepted',
    ({ message }: Error) => message.replace(/^.* is invalid: /, ''),
  )

describe('machines on Nutanix', () => {
  const order = (nutanix: JsonObject) =>
    api.create(HiveMachinePool, { clusterDeploymentRef: { name: 'demo' }, name: 'worker', platform: { nutanix } })

  it('keep their disks, GPUs and project', async () => {
    const nutanix = {
      dataDisks: [
        {
          diskSize: '10Gi',
          dataSource: { type: 'name', name: 'image' },
          deviceProperties: { adapterType: 'SCSI', deviceType: 'CDRom', deviceIndex: 1 },
          storageConfig: { diskMode: 'Flash', storageContainer: { type: 'uuid', uuid: 'u' } },
        },
      ],
      gpus: [
        { type: 'Name', name: 'A40' },
        { type: 'DeviceID', deviceID: 8757 },
      ],
      project: { type: 'uuid', uuid: 'p' },
    }

    expect((await order(nutanix)).spec).toMatchObject({ platform: { nutanix } })
  })

  it('get disks as the platform makes them where nothing is said', async () => {
    const disk = { diskSize: '10Gi', deviceProperties: { adapterType: 'SCSI' }, storageConfig: {} }
    const filled = {
      deviceProperties: { adapterType: 'SCSI', deviceType: 'Disk', deviceIndex: 0 },
      storageConfig: { diskMode: 'Standard' },
    }

    expect((await order({ dataDisks: [disk] })).spec).toMatchObject({ platform: { nutanix: { dataDisks: [filled] } } })
  })

  it.each<[complaint: string, ask: JsonObject]>([
    [
      'deviceID configuration is required when type is DeviceID, and forbidden otherwise',
      { gpus: [{ type: 'DeviceID' }] },
    ],
    ['name configuration is required when type is Name, and forbidden otherwise', { gpus: [{ type: 'Name' }] }],
    [
      'uuid configuration is required when type is uuid, and forbidden otherwise',
      { dataDisks: [{ diskSize: '1Gi', storageConfig: { storageContainer: { type: 'uuid' } } }] },
    ],
    ['spec.platform.nutanix.project.type: Required value', { project: { name: 'p' } }],
  ])('are refused where they make no sense: %s', async (complaint, ask) => {
    expect(await complaintAbout(order(ask))).toContain(complaint)
  })
})

describe('a cluster of Hive', () => {
  const secrets = { credentialsSecretRef: { name: 'a' }, certificatesSecretRef: { name: 'b' } }
  const order = (part: JsonObject) =>
    api.create(ClusterDeployment, { clusterName: 'demo', baseDomain: 'example.net', platform: { none: {} }, ...part })
  const onVsphere = (infrastructure: JsonObject) => ({ platform: { vsphere: { ...secrets, infrastructure } } })
  const onNutanix = (failureDomain: JsonObject) => ({
    platform: {
      nutanix: { ...secrets, prismCentral: { address: 'a', port: 9440 }, failureDomains: [failureDomain] },
    },
  })
  const tuned = (tuningOptions: JsonObject) => ({
    ingress: [{ name: 'default', domain: 'apps.demo.example.net', tuningOptions }],
  })
  const fromKey = (reference: JsonObject) => ({
    provisioning: { installerEnv: [{ name: 'A', valueFrom: { secretKeyRef: reference } }] },
  })
  const topology = { computeCluster: '/d/host/c', datacenter: 'd', datastore: '/d/datastore/s', networks: ['n'] }
  const domain = { name: 'east', region: 'r', zone: 'z', server: 'v.example.net', topology }

  it.each<JsonObject>([
    onVsphere({
      apiVIPs: ['192.0.2.1'],
      defaultMachinePlatform: { cpus: 4, dataDisks: [{ name: 'images', sizeGiB: 10 }] },
      failureDomains: [{ ...domain, regionType: 'Datacenter', zoneType: 'HostGroup' }],
      hosts: [{ role: 'compute', networkDevice: { ipAddrs: ['192.0.2.7/24'] } }],
      nodeNetworking: { internal: { networkSubnetCidr: ['192.0.2.0/24'] } },
      vcenters: [{ server: 'v.example.net', user: 'u', password: 'p', port: 8443, datacenters: ['d'] }],
    }),
    onNutanix({
      name: 'east',
      prismElement: { uuid: 'u', endpoint: { address: 'a', port: 9440 } },
      storageContainers: [{ uuid: 's', referenceName: 'fast' }],
      subnetUUIDs: ['n'],
    }),
    tuned({
      clientTimeout: '30s',
      httpKeepAliveTimeout: '1m',
      maxConnections: -1,
      reloadInterval: '5s',
      threadCount: 4,
    }),
    fromKey({ name: 'a', key: 'k', optional: true }),
  ])('is kept as it was ordered: %j', async (part) => {
    expect((await order(part)).spec).toMatchObject(part)
  })

  it('gets what was left out of its platform', async () => {
    const vcenter = { server: 'v.example.net', user: 'u', password: 'p', datacenters: ['d'] }

    expect((await order(onVsphere({ loadBalancer: {}, vcenters: [vcenter] }))).spec).toMatchObject(
      onVsphere({ loadBalancer: { type: 'OpenShiftManagedDefault' }, vcenters: [{ ...vcenter, port: 443 }] }),
    )
    expect((await order(fromKey({ key: 'k' }))).spec).toMatchObject(fromKey({ name: '', key: 'k' }))
  })

  it.each<[complaint: string, ask: JsonObject]>([
    ['Unsupported value: "HostGroup"', onVsphere({ failureDomains: [{ ...domain, regionType: 'HostGroup' }] })],
    ['Unsupported value: "Datacenter"', onVsphere({ failureDomains: [{ ...domain, zoneType: 'Datacenter' }] })],
    ['infrastructure.folder in body should match', onVsphere({ folder: 'vm' })],
    ['failureDomains[0].prismElement: Required value', onNutanix({ name: 'east', subnetUUIDs: ['n'] })],
    ['maxConnections must be 0, -1, or between 2000 and 2000000', tuned({ maxConnections: 1999 })],
    ['httpKeepAliveTimeout must be less than or equal to 15 minutes', tuned({ httpKeepAliveTimeout: '16m' })],
    ['httpKeepAliveTimeout must be greater than or equal to 1 millisecond', tuned({ httpKeepAliveTimeout: '0s' })],
    ['httpKeepAliveTimeout must be a valid duration string', tuned({ httpKeepAliveTimeout: '1h' })],
    ['valueFrom.secretKeyRef.key: Required value', fromKey({ name: 'a' })],
  ])('is refused where it makes no sense: %s', async (complaint, ask) => {
    expect(await complaintAbout(order(ask))).toContain(complaint)
  })

  it('keeps its load balancer', async () => {
    const { name } = await order(onVsphere({ loadBalancer: {} }))
    const change = { spec: onVsphere({ loadBalancer: { type: 'UserManaged' } }) }

    expect(await complaintAbout(api.patch(ClusterDeployment, name, change))).toContain('type is immutable once set')
  })

  it('says of a risk of updates whether it applies', async () => {
    const { name } = await order({})
    const rule = { type: 'Always' }
    const condition = { status: 'True', reason: 'A', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' }
    const told = (type: string) => {
      const conditions = [{ ...condition, type }]
      const risk = { name: 'Slow', message: 'm', url: 'https://example.net', matchingRules: [rule], conditions }
      const release = { version: '4.20.1', image: 'i' }
      return {
        clusterVersionStatus: {
          desired: release,
          observedGeneration: 1,
          versionHash: 'h',
          availableUpdates: null,
          conditionalUpdateRisks: [risk],
          conditionalUpdates: [{ release, risks: [risk], riskNames: ['Slow'] }],
        },
      }
    }

    expect(await api.replaceStatus(ClusterDeployment, name, told('Applies'))).toEqual(told('Applies'))
    expect(await complaintAbout(api.replaceStatus(ClusterDeployment, name, told('Other')))).toContain(
      "must contain a condition of type 'Applies'",
    )
  })
})
