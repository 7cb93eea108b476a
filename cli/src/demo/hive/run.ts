import { setTimeout as sleep } from 'node:timers/promises'
import type { ClustersClient } from '../../clusters-client.ts'
import { UserError } from '../../failure.ts'
import type { Screen } from '../screen.ts'
import { describeAll, pictureOf } from './picture.ts'
import { type DemoCluster, type DemoParts, orderThree, restoreSimulation } from './plan.ts'

const LOOK_EVERY_MS = 150

export interface DemoOptions {
  /** Makes names that nobody uses yet. */
  readonly suffix: string
  readonly screen: Screen
  readonly tell: (line: string) => void
  /** Ends it early; what it made is removed all the same. */
  readonly signal: AbortSignal
}

/** Orders three clusters, shows how they get on, and removes them. Fails when one does not end as planned. */
export async function runDemo(parts: DemoParts, { suffix, screen, tell, signal }: DemoOptions): Promise<void> {
  const started = performance.now()
  const demo = await orderThree(parts, suffix)
  const watched = new Set(demo)
  while (watched.size > 0 && !signal.aborted) {
    const elapsedMs = performance.now() - started
    await look(parts.clusters, watched, elapsedMs)
    screen.show(pictureOf(demo, elapsedMs), elapsedMs)
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  tell(`\n${describeAll(demo, performance.now() - started)}\n`)
  tell('Removing them')
  await removeAll(parts, demo)
  const wrong = demo.filter(({ end, now }) => now.state !== end && !signal.aborted)
  if (wrong.length > 0) throw new UserError(`not as planned: ${wrong.map(({ name }) => name).join(', ')}`)
  tell('Done: nothing is left of them')
}

async function look(clusters: ClustersClient, watched: Set<DemoCluster>, elapsedMs: number): Promise<void> {
  for (const cluster of [...watched]) {
    cluster.now = (await clusters.find(cluster.now.id)) ?? cluster.now
    if (!['ready', 'error'].includes(cluster.now.state)) continue
    cluster.endedAfterMs = elapsedMs
    watched.delete(cluster)
  }
}

async function removeAll({ clusters, simulation }: DemoParts, demo: readonly DemoCluster[]): Promise<void> {
  await restoreSimulation(simulation, demo)
  await Promise.all(demo.map(({ now }) => clusters.remove(now.id)))
  for (const { now } of demo) while (await clusters.find(now.id)) await sleep(LOOK_EVERY_MS)
}
