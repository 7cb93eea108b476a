import { ControlPlaneComponent, HostedCluster, Namespace, NodePool } from '@skep/api'
import { type Client, Informer } from '@skep/client'
import { controlPlaneNamespace } from '@skep/operator-hypershift'
import type { ControlClient, Speed } from '@skep/sim'
import type { Screen } from '../screen.ts'
import { orderNamed } from './order.ts'
import { pictureOf } from './picture.ts'
import type { Progress, StepProgress } from './progress.ts'
import { leave, openFolder, type Scene } from './scene.ts'
import { DEATH, LIFE, type Step } from './steps.ts'

const DRAW_EVERY_MS = 150

/** What the demonstration works with. */
export interface HostedDemoParts {
  /** A management cluster with the operators of hosted control planes. */
  readonly management: Client
  /** Tells what time it is there; undefined where nobody does. */
  readonly simulation?: ControlClient
}

export interface HostedDemoOptions {
  /** Makes names that nobody uses yet. */
  readonly suffix: string
  readonly screen: Screen
  readonly tell: (line: string) => void
  /** Leaves the hosted cluster as it is in the end. */
  readonly keep: boolean
  /** Ends it early; what it made is removed all the same. */
  readonly signal: AbortSignal
}

/** Has a hosted cluster live a whole life, and shows how it gets on. */
export async function runHostedDemo(parts: HostedDemoParts, options: HostedDemoOptions): Promise<void> {
  const { keep, screen, signal, tell } = options
  const steps = keep ? LIFE : [...LIFE, DEATH]
  const scene = await openScene(parts, options, steps)
  const began = performance.now()
  const elapsed = () => performance.now() - began
  const draw = () => screen.show(pictureOf(scene.progress, elapsed()), elapsed())
  const timer = setInterval(draw, DRAW_EVERY_MS)
  const following = new AbortController()
  follow(scene, following.signal, draw)
  try {
    for (const [index, step] of steps.entries()) {
      await play(step, scene, scene.progress.steps[index]!, { elapsed, simulation: parts.simulation })
      draw()
    }
  } catch (error) {
    if (!keep) await giveUp(scene)
    if (!signal.aborted) throw error
    tell(keep ? 'Stopped' : `Stopped: namespace ${scene.order.namespace} is being deleted, and all of it`)
  } finally {
    following.abort()
    clearInterval(timer)
    await leave(scene, keep)
  }
}

/** Has everything deleted without waiting for it; a management cluster that is gone has taken it along. */
async function giveUp({ management, order }: Scene): Promise<void> {
  await management.delete(Namespace, { name: order.namespace }).catch(() => undefined)
}

async function openScene(
  { management, simulation }: HostedDemoParts,
  { suffix, signal }: HostedDemoOptions,
  steps: readonly Step[],
): Promise<Scene> {
  const order = orderNamed(suffix)
  const speed = simulation === undefined ? '' : describeSpeed((await simulation.time()).speed)
  const progress: Progress = {
    title: `Hosted cluster ${order.name} in namespace ${order.namespace}${speed}`,
    steps: steps.map(({ title }) => ({ title })),
    components: new Map(),
    pools: new Map(),
  }
  return { management, order, progress, signal, folder: await openFolder() }
}

const describeSpeed = (speed: Speed): string =>
  typeof speed === 'number' ? `, ${speed} times as fast as real time` : `, in ${speed} time`

interface Clocks {
  elapsed(): number
  readonly simulation: ControlClient | undefined
}

async function play(step: Step, scene: Scene, progress: StepProgress, { elapsed, simulation }: Clocks): Promise<void> {
  const simulatedNow = async () => simulation && Date.parse((await simulation.time()).now)
  const simulatedStart = await simulatedNow()
  progress.startedMs = elapsed()
  await step.run(scene)
  const simulatedEnd = await simulatedNow()
  progress.realMs = elapsed() - progress.startedMs
  if (simulatedStart !== undefined && simulatedEnd !== undefined) progress.simulatedMs = simulatedEnd - simulatedStart
}

/** Keeps the objects of the picture as they are on the management cluster, and draws it when they change. */
function follow({ management, order, progress }: Scene, signal: AbortSignal, draw: () => void): void {
  const inNamespace = { namespace: order.namespace }
  const hostedClusters = new Informer(management, HostedCluster, inNamespace)
  hostedClusters.onChange(({ type, object }) => {
    if (type === 'deleted') delete progress.hostedCluster
    else progress.hostedCluster = object
    draw()
  })
  const nodePools = new Informer(management, NodePool, inNamespace)
  nodePools.onChange(({ type, object }) => {
    if (type === 'deleted') progress.pools.delete(object.metadata.name)
    else progress.pools.set(object.metadata.name, object)
    draw()
  })
  const components = new Informer(management, ControlPlaneComponent, { namespace: controlPlaneNamespace(order) })
  // There are many, which change together: they are seen when the picture is drawn anyhow.
  components.onChange(({ type, object }) => {
    if (type === 'deleted') progress.components.delete(object.metadata.name)
    else progress.components.set(object.metadata.name, object)
  })
  void hostedClusters.run(signal)
  void components.run(signal)
  void nodePools.run(signal)
}
