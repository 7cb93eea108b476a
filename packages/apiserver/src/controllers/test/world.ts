import type { Event, Node, Pod, PodStatus, PodTemplateSpec } from '@skep/api'
import { createRandom, formatTime, VirtualClock } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import { onTestFinished } from 'vitest'
import type { GroupResource, ObjectApi } from '../../contracts.ts'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../../server.ts'
import { NODES, PODS } from '../resources.ts'

const EVENTS = { group: '', resource: 'events' }

/** A server whose time stands still until told to go on, and short ways to look at it. */
export class World {
  readonly server: ApiServer
  readonly clock: VirtualClock
  /** The objects of the root cluster. */
  readonly objects: ObjectApi

  constructor(server: ApiServer, clock: VirtualClock) {
    this.server = server
    this.clock = clock
    this.objects = server.clusters.root.objects
  }

  /** Makes an object in the namespace that its manifest names, `default` unless it does, and lets the controllers work. */
  async create<T extends KubeObject>(at: GroupResource, manifest: T): Promise<T> {
    const created = await this.objects.create(at, this.#namespaceFor(at, manifest), manifest)
    await this.clock.settle()
    return created as T
  }

  get<T extends KubeObject>(at: GroupResource, name: string, namespace = 'default'): T | undefined {
    return this.objects.get(at, this.#isNamespaced(at) ? namespace : '', name) as T | undefined
  }

  list<T extends KubeObject>(at: GroupResource, labelSelector = ''): T[] {
    return this.objects.list(at, { labelSelector }) as T[]
  }

  /** Changes an object as a user would, and lets the controllers work. */
  async change<T extends KubeObject>(at: GroupResource, name: string, change: (object: T) => void): Promise<void> {
    await this.#modify(at, name, change, '')
  }

  /** Changes the status of an object as whoever reports it would, and lets the controllers work. */
  async report<T extends KubeObject>(at: GroupResource, name: string, change: (object: T) => void): Promise<void> {
    await this.#modify(at, name, change, 'status')
  }

  async delete(at: GroupResource, name: string, options: Parameters<ObjectApi['delete']>[3] = {}): Promise<void> {
    await this.objects.delete(at, this.#isNamespaced(at) ? 'default' : '', name, options)
    await this.clock.settle()
  }

  pods(labelSelector = ''): Pod[] {
    return this.list<Pod>(PODS, labelSelector)
  }

  /** Plays the kubelets: pods that are to run do, and those that are to go are gone. Returns how many it touched. */
  async playKubelets(only: (pod: Pod) => boolean = () => true): Promise<number> {
    const touched = this.pods().filter((pod) => only(pod) && needsKubelet(pod))
    for (const pod of touched) await this.#play(pod)
    await this.clock.settle()
    return touched.length
  }

  /** Plays kubelets until nothing is left for them to do. */
  async playUntilQuiet(): Promise<void> {
    for (let round = 0; round < 100; round++) if ((await this.playKubelets()) === 0) return
    throw new Error('the pods of this test never come to rest')
  }

  /** What was told of an object: `REASON: message`, in order. */
  eventsOf(name: string): string[] {
    return this.list<Event>(EVENTS)
      .filter(({ involvedObject }) => involvedObject?.name === name)
      .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
      .map(({ reason, message }) => `${reason}: ${message}`)
  }

  async #play({ metadata }: Pod): Promise<void> {
    const { name = '', namespace = '' } = metadata
    if (metadata.deletionTimestamp !== undefined) {
      await this.objects.delete(PODS, namespace, name, { gracePeriodSeconds: 0 })
      return
    }
    const change = (pod: KubeObject): KubeObject =>
      ({ ...pod, status: runningStatus(pod as Pod, this.clock.now()) }) as Pod
    await this.objects.modify(PODS, namespace, name, change, { subresource: 'status' })
  }

  async #modify<T extends KubeObject>(
    at: GroupResource,
    name: string,
    change: (object: T) => void,
    subresource: string,
  ): Promise<void> {
    const namespace = this.#isNamespaced(at) ? 'default' : ''
    const inPlace = (object: KubeObject): KubeObject => {
      change(object as T)
      return object
    }
    await this.objects.modify(at, namespace, name, inPlace, { subresource })
    await this.clock.settle()
  }

  #isNamespaced(at: GroupResource): boolean {
    return this.server.clusters.root.resource(at)?.namespaced ?? false
  }

  #namespaceFor(at: GroupResource, { metadata }: KubeObject): string {
    return this.#isNamespaced(at) ? (metadata.namespace ?? 'default') : ''
  }
}

const needsKubelet = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined || status?.phase === 'Pending'

function runningStatus(pod: Pod, now: number): PodStatus {
  const time = formatTime(now)
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'Ready')
  const conditions = [...others, { type: 'Ready', status: 'True', lastTransitionTime: time }]
  return {
    ...pod.status,
    phase: 'Running',
    startTime: time,
    conditions,
    podIP: '10.0.0.1',
    podIPs: [{ ip: '10.0.0.1' }],
  }
}

/** Starts a server for one test, with the same history every time. */
export async function startWorld(options: ApiServerOptions = {}): Promise<World> {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom(7), ...options })
  onTestFinished(() => server.close())
  await clock.settle()
  return new World(server, clock)
}

/** A template of pods with one container. */
export const aTemplate = (labels: Record<string, string>, image = 'registry.example/app:1'): PodTemplateSpec => ({
  metadata: { labels },
  spec: { containers: [{ name: 'main', image }] } as PodTemplateSpec['spec'],
})

/** A node that takes pods. */
export const aNode = (
  name: string,
  rest: { labels?: Record<string, string>; cpu?: string; pods?: string } = {},
): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'kubernetes.io/hostname': name, ...rest.labels } },
  status: {
    allocatable: { cpu: rest.cpu ?? '4', memory: '16Gi', pods: rest.pods ?? '110' },
    conditions: [{ type: 'Ready', status: 'True' }],
  } as Node['status'],
})

/** Adds a node that is ready. */
export async function addNode(world: World, node: Node): Promise<void> {
  await world.create(NODES, node)
  await world.report<Node>(NODES, node.metadata.name ?? '', (stored) => {
    stored.status = node.status
  })
}
