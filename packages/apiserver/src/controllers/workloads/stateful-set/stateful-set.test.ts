import type { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CONTROLLER_REVISIONS, PERSISTENT_VOLUME_CLAIMS, PODS, STATEFUL_SETS } from '../../resources.ts'
import { addNode, aNode, aTemplate, startWorld, type World } from '../../test/world.ts'

const aSet = (replicas: number, rest: Partial<StatefulSet['spec']> = {}): StatefulSet => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db' },
  spec: {
    replicas,
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: aTemplate({ app: 'db' }),
    ...rest,
  },
})

const aClaim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}

const names = (world: World): (string | undefined)[] => world.pods().map(({ metadata }) => metadata.name)
const images = (world: World): string[] =>
  world
    .pods()
    .map(({ metadata, spec }) => `${metadata.name} ${spec?.containers[0]?.image?.replace('registry.example/', '')}`)
const found = (world: World): StatefulSet => world.get<StatefulSet>(STATEFUL_SETS, 'db')!
const claims = (world: World): (string | undefined)[] =>
  world.list<PersistentVolumeClaim>(PERSISTENT_VOLUME_CLAIMS).map(({ metadata }) => metadata.name)
const change = (world: World, how: (spec: StatefulSet['spec']) => void) =>
  world.change<StatefulSet>(STATEFUL_SETS, 'db', ({ spec }) => how(spec))
const useImage = (world: World, image: string) =>
  change(world, (spec) => {
    spec.template = aTemplate({ app: 'db' }, image)
  })
const scale = (world: World, replicas: number) =>
  change(world, (spec) => {
    spec.replicas = replicas
  })

describe('a StatefulSet', () => {
  it('starts its pods one after the other, each when the one before is ready', async () => {
    const world = await startWorld()
    await world.create(STATEFUL_SETS, aSet(3))
    const steps = [names(world)]
    while ((await world.playKubelets()) > 0) steps.push(names(world))

    expect(steps).toEqual([['db-0'], ['db-0', 'db-1'], ['db-0', 'db-1', 'db-2'], ['db-0', 'db-1', 'db-2']])
    const { status } = found(world)
    expect(status).toMatchObject({
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      availableReplicas: 3,
    })
    expect(status?.currentRevision).toBe(status?.updateRevision)
    expect(world.eventsOf('db')[0]).toBe('SuccessfulCreate: create Pod db-0 in StatefulSet db successful')
  })

  it('gives its pods names, labels and a place in the domain of its service', async () => {
    const world = await startWorld()

    await world.create(STATEFUL_SETS, aSet(1, { ordinals: { start: 5 } }))

    const [pod] = world.pods()
    expect(pod?.metadata.name).toBe('db-5')
    expect(pod?.metadata.labels).toEqual({
      app: 'db',
      'statefulset.kubernetes.io/pod-name': 'db-5',
      'apps.kubernetes.io/pod-index': '5',
      'controller-revision-hash': found(world).status?.updateRevision,
    })
    expect(pod?.spec).toMatchObject({ hostname: 'db-5', subdomain: 'db' })
  })

  it('starts all at once when told to', async () => {
    const world = await startWorld()

    await world.create(STATEFUL_SETS, aSet(3, { podManagementPolicy: 'Parallel' }))

    expect(names(world)).toEqual(['db-0', 'db-1', 'db-2'])
  })

  it('scales down one by one, from the highest', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))
    await world.create(STATEFUL_SETS, aSet(3))
    await world.playUntilQuiet()
    const leaving = () =>
      world.pods().flatMap(({ metadata }) => (metadata.deletionTimestamp === undefined ? [] : [metadata.name]))

    await scale(world, 1)
    const steps = [leaving()]
    while ((await world.playKubelets()) > 0) steps.push(leaving())

    expect(steps).toEqual([['db-2'], ['db-1'], []])
    expect(names(world)).toEqual(['db-0'])
  })

  it('updates pods from the highest down to its partition', async () => {
    const world = await startWorld()
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 1 } }
    await world.create(STATEFUL_SETS, aSet(3, { updateStrategy }))
    await world.playUntilQuiet()

    await useImage(world, 'registry.example/app:2')
    expect(names(world)).toEqual(['db-0', 'db-1', 'db-2'])
    expect(images(world)).toEqual(['db-0 app:1', 'db-1 app:1', 'db-2 app:2'])
    await world.playUntilQuiet()

    expect(images(world)).toEqual(['db-0 app:1', 'db-1 app:2', 'db-2 app:2'])
    const { status } = found(world)
    expect(status).toMatchObject({ currentReplicas: 1, updatedReplicas: 2 })
    expect(status?.currentRevision).not.toBe(status?.updateRevision)
    await world.delete(PODS, 'db-0', { gracePeriodSeconds: 0 })
    await world.playUntilQuiet()
    expect(images(world)).toEqual(['db-0 app:1', 'db-1 app:2', 'db-2 app:2'])
    await change(world, (spec) => {
      spec.updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }
    })
    await world.playUntilQuiet()
    expect(images(world)).toEqual(['db-0 app:2', 'db-1 app:2', 'db-2 app:2'])
    expect(found(world).status?.currentRevision).toBe(found(world).status?.updateRevision)
  })

  it('updates nothing by itself when its pods are to be deleted by hand', async () => {
    const world = await startWorld()
    await world.create(STATEFUL_SETS, aSet(1, { updateStrategy: { type: 'OnDelete' } }))
    await world.playUntilQuiet()

    await useImage(world, 'registry.example/app:2')
    expect(images(world)).toEqual(['db-0 app:1'])
    await world.delete(PODS, 'db-0', { gracePeriodSeconds: 0 })

    expect(images(world)).toEqual(['db-0 app:2'])
  })

  it('keeps its earlier templates, and uses one again under a new number', async () => {
    const world = await startWorld()
    await world.create(STATEFUL_SETS, aSet(1))
    await world.playUntilQuiet()
    const first = found(world).status?.updateRevision
    await useImage(world, 'registry.example/app:2')
    await world.playUntilQuiet()

    await useImage(world, 'registry.example/app:1')
    await world.playUntilQuiet()

    expect(found(world).status?.updateRevision).toBe(first)
    const revisions = world.list<ControllerRevision>(CONTROLLER_REVISIONS)
    expect(revisions.map(({ revision }) => revision).sort()).toEqual([2, 3])
    expect(revisions.find(({ metadata }) => metadata.name === first)?.data).toMatchObject({
      spec: { template: { $patch: 'replace', spec: { containers: [{ image: 'registry.example/app:1' }] } } },
    })
  })

  it('makes claims for every pod and keeps them when it shrinks', async () => {
    const world = await startWorld()
    await world.create(STATEFUL_SETS, aSet(2, { volumeClaimTemplates: [aClaim] as never }))
    await world.playUntilQuiet()
    expect(claims(world)).toEqual(['data-db-0', 'data-db-1'])
    expect(world.get<Pod>(PODS, 'db-0')?.spec?.volumes?.[0]).toEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'data-db-0' },
    })
    expect(world.eventsOf('db')[0]).toBe('SuccessfulCreate: create Claim data-db-0 Pod db-0 in StatefulSet db success')

    await scale(world, 1)
    await world.playUntilQuiet()

    expect(claims(world)).toEqual(['data-db-0', 'data-db-1'])
  })

  it('lets claims go with their pods when its policy says so', async () => {
    const world = await startWorld()
    const policy = { whenScaled: 'Delete', whenDeleted: 'Delete' }
    const claimTemplates = { volumeClaimTemplates: [aClaim] as never, persistentVolumeClaimRetentionPolicy: policy }
    await world.create(STATEFUL_SETS, aSet(2, claimTemplates))
    await world.playUntilQuiet()
    expect(
      world.get<PersistentVolumeClaim>(PERSISTENT_VOLUME_CLAIMS, 'data-db-1')?.metadata.ownerReferences,
    ).toMatchObject([{ kind: 'StatefulSet', name: 'db' }])

    await scale(world, 1)
    await world.playUntilQuiet()

    expect(claims(world)).toEqual(['data-db-0'])
  })

  it('replaces a pod that failed', async () => {
    const world = await startWorld()
    await world.create(STATEFUL_SETS, aSet(1))
    await world.playUntilQuiet()
    const before = world.get<Pod>(PODS, 'db-0')?.metadata.uid

    await world.report<Pod>(PODS, 'db-0', (pod) => {
      pod.status = { ...pod.status, phase: 'Failed' }
    })
    await world.playUntilQuiet()

    expect(world.get<Pod>(PODS, 'db-0')?.status?.phase).toBe('Running')
    expect(world.get<Pod>(PODS, 'db-0')?.metadata.uid).not.toBe(before)
  })
})
