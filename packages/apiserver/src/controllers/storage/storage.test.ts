import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, PODS, STORAGE_CLASSES } from '../resources.ts'
import { addNode, aNode, aTemplate, startWorld, type World } from '../test/world.ts'

const aVolume = (name: string, storage: string, spec: object = {}): PersistentVolume => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    capacity: { storage },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: '/data' },
    persistentVolumeReclaimPolicy: 'Retain',
    ...spec,
  },
})

const aClaim = (name: string, storage: string, spec: object = {}): PersistentVolumeClaim => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...spec },
})

const aClass = (rest: Partial<StorageClass> = {}): StorageClass => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'skep.dev/simulated',
  ...rest,
})

const aPod = (claimName: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'user' },
  spec: { ...aTemplate({}).spec!, volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] },
})

const claim = (world: World, name: string) => world.get<PersistentVolumeClaim>(PERSISTENT_VOLUME_CLAIMS, name)
const volume = (world: World, name: string) => world.get<PersistentVolume>(PERSISTENT_VOLUMES, name)

describe('a claim', () => {
  it('is bound to the smallest volume that does', async () => {
    const world = await startWorld()
    await world.create(PERSISTENT_VOLUMES, aVolume('large', '100Gi'))
    await world.create(PERSISTENT_VOLUMES, aVolume('medium', '10Gi'))
    await world.create(PERSISTENT_VOLUMES, aVolume('small', '1Gi'))
    expect(volume(world, 'medium')?.status?.phase).toBe('Available')

    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi'))

    expect(claim(world, 'data')).toMatchObject({
      metadata: {
        annotations: { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' },
      },
      spec: { volumeName: 'medium' },
      status: { phase: 'Bound', capacity: { storage: '10Gi' }, accessModes: ['ReadWriteOnce'] },
    })
    expect(volume(world, 'medium')).toMatchObject({
      spec: { claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'data' } },
      status: { phase: 'Bound' },
    })
  })

  it('waits for a volume, and says so', async () => {
    const world = await startWorld()
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi'))
    expect(claim(world, 'data')?.status?.phase).toBe('Pending')
    expect(world.eventsOf('data')).toEqual([
      'FailedBinding: no persistent volumes available for this claim and no storage class is set',
    ])

    await world.create(PERSISTENT_VOLUMES, aVolume('late', '5Gi'))

    expect(claim(world, 'data')?.status?.phase).toBe('Bound')
  })

  it('does not share its volume with another', async () => {
    const world = await startWorld()
    await world.create(PERSISTENT_VOLUMES, aVolume('one', '5Gi'))

    await Promise.all(
      ['a', 'b'].map((name) => world.objects.create(PERSISTENT_VOLUME_CLAIMS, 'default', aClaim(name, '1Gi'))),
    )
    await world.clock.settle()

    expect(['a', 'b'].map((name) => claim(world, name)?.status?.phase).sort()).toEqual(['Bound', 'Pending'])
  })

  it('gets a volume made for it when its class is simulated, and takes it along', async () => {
    const world = await startWorld()
    await world.create(STORAGE_CLASSES, aClass())
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi', { storageClassName: 'fast' }))
    const name = claim(world, 'data')?.spec?.volumeName ?? ''
    expect(name).toBe(`pvc-${claim(world, 'data')?.metadata.uid}`)
    expect(volume(world, name)).toMatchObject({
      metadata: { annotations: { 'pv.kubernetes.io/provisioned-by': 'skep.dev/simulated' } },
      spec: { capacity: { storage: '5Gi' }, storageClassName: 'fast', persistentVolumeReclaimPolicy: 'Delete' },
      status: { phase: 'Bound' },
    })
    expect(world.eventsOf('data')).toContain(`ProvisioningSucceeded: Successfully provisioned volume ${name}`)

    await world.delete(PERSISTENT_VOLUME_CLAIMS, 'data')

    expect(claim(world, 'data')).toBeUndefined()
    expect(volume(world, name)).toBeUndefined()
  })

  it('waits for its first pod when its class says so, and the pod for it', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))
    await world.create(STORAGE_CLASSES, aClass({ volumeBindingMode: 'WaitForFirstConsumer' }))
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi', { storageClassName: 'fast' }))
    expect(claim(world, 'data')?.status?.phase).toBe('Pending')
    expect(world.eventsOf('data')).toEqual([
      'WaitForFirstConsumer: waiting for first consumer to be created before binding',
    ])

    await world.create(PODS, aPod('data'))

    expect(claim(world, 'data')).toMatchObject({
      metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'one' } },
      status: { phase: 'Bound' },
    })
    expect(world.get<Pod>(PODS, 'user')?.spec?.nodeName).toBe('one')
  })

  it('grows when its class allows it', async () => {
    const world = await startWorld()
    await world.create(STORAGE_CLASSES, aClass({ allowVolumeExpansion: true }))
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi', { storageClassName: 'fast' }))

    await world.change<PersistentVolumeClaim>(PERSISTENT_VOLUME_CLAIMS, 'data', ({ spec }) => {
      spec!.resources = { requests: { storage: '8Gi' } }
    })

    expect(claim(world, 'data')?.status?.capacity).toEqual({ storage: '8Gi' })
    expect(volume(world, claim(world, 'data')?.spec?.volumeName ?? '')?.spec?.capacity).toEqual({ storage: '8Gi' })
  })

  it('leaves the volume to an outside provisioner, and tells it', async () => {
    const world = await startWorld()
    await world.create(STORAGE_CLASSES, aClass({ provisioner: 'csi.example.com' }))

    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi', { storageClassName: 'fast' }))

    expect(claim(world, 'data')).toMatchObject({
      metadata: { annotations: { 'volume.kubernetes.io/storage-provisioner': 'csi.example.com' } },
      status: { phase: 'Pending' },
    })
    expect(world.eventsOf('data')[0]).toContain("created either by the external provisioner 'csi.example.com'")
  })

  it('stays while a pod uses it', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))
    await world.create(PERSISTENT_VOLUMES, aVolume('disk', '5Gi'))
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi'))
    await world.create(PODS, aPod('data'))

    await world.delete(PERSISTENT_VOLUME_CLAIMS, 'data')
    expect(claim(world, 'data')?.metadata.deletionTimestamp).toBeDefined()
    await world.delete(PODS, 'user', { gracePeriodSeconds: 0 })

    expect(claim(world, 'data')).toBeUndefined()
  })

  it('is made for a pod that brings its own, and goes with it', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))
    await world.create(STORAGE_CLASSES, aClass())
    const volumeClaimTemplate = { spec: aClaim('', '1Gi', { storageClassName: 'fast' }).spec }
    const pod = aPod('')
    pod.spec!.volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate } }] as never

    await world.create(PODS, pod)
    expect(claim(world, 'user-scratch')?.status?.phase).toBe('Bound')
    expect(world.get<Pod>(PODS, 'user')?.spec?.nodeName).toBe('one')
    await world.delete(PODS, 'user', { gracePeriodSeconds: 0 })

    expect(claim(world, 'user-scratch')).toBeUndefined()
  })

  it('is lost with its volume', async () => {
    const world = await startWorld()
    await world.create(PERSISTENT_VOLUMES, aVolume('disk', '5Gi'))
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi'))

    await world.change<PersistentVolume>(PERSISTENT_VOLUMES, 'disk', ({ metadata }) => {
      metadata.finalizers = []
    })
    await world.delete(PERSISTENT_VOLUMES, 'disk')

    expect(claim(world, 'data')?.status?.phase).toBe('Lost')
    expect(world.eventsOf('data')).toContain(
      'ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!',
    )
  })
})

describe('a volume', () => {
  it('is kept for whoever was its claim, and goes when it is deleted and free', async () => {
    const world = await startWorld()
    await world.create(PERSISTENT_VOLUMES, aVolume('disk', '5Gi'))
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi'))
    await world.delete(PERSISTENT_VOLUMES, 'disk')
    expect(volume(world, 'disk')?.metadata.deletionTimestamp).toBeDefined()

    await world.delete(PERSISTENT_VOLUME_CLAIMS, 'data')

    expect(volume(world, 'disk')).toBeUndefined()
  })

  it('is released, and not available, when its claim is gone', async () => {
    const world = await startWorld()
    await world.create(PERSISTENT_VOLUMES, aVolume('disk', '5Gi'))
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('data', '5Gi'))

    await world.delete(PERSISTENT_VOLUME_CLAIMS, 'data')
    await world.create(PERSISTENT_VOLUME_CLAIMS, aClaim('next', '5Gi'))

    expect(volume(world, 'disk')?.status?.phase).toBe('Released')
    expect(claim(world, 'next')?.status?.phase).toBe('Pending')
  })
})
