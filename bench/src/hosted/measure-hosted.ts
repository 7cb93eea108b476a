import { setTimeout as sleep } from 'node:timers/promises'
import { startHostedProgram } from './hosted-program.ts'
import { type HostedResult, hostedTables } from './hosted-report.ts'
import { HostedLoad } from './make-hosted.ts'
import { readRequestCounts, requestsEach } from './request-counts.ts'
import { measureTenants } from './tenant-latency.ts'

/** How many hosted clusters, and how much time there is. */
export interface HostedClusterLoad {
  readonly clusters: number
  /** How many of them are made under watch at the beginning and at the end; half as many warm up. */
  readonly step: number
  /** To the APIs of tenants. */
  readonly requests: number
  /** How long clusters are made between those under watch: on a slow machine there are fewer then. */
  readonly growMs: number
  readonly deleteMs: number
  /** A program gives memory back once it has nothing to do. */
  readonly restMs: number
}

/** Control planes without pods, of which there may be many, and with: each of those has some fifty. */
export interface HostedLoads {
  readonly withPods: HostedClusterLoad
  readonly without: HostedClusterLoad
}

/** After a burst of work programs have things to finish, and look every second whether they can give memory back. */
const REST_MS = 20_000

/** The usual measurement; its limits are made for a quarter of an hour on an idle machine. */
export const HOSTED_LOADS: HostedLoads = {
  withPods: { clusters: 50, step: 10, requests: 500, growMs: 45_000, deleteMs: 30_000, restMs: REST_MS },
  without: { clusters: 1_000, step: 100, requests: 2_000, growMs: 420_000, deleteMs: 200_000, restMs: REST_MS },
}

/** A first impression, in a minute or two. */
export const QUICK_HOSTED_LOADS: HostedLoads = {
  withPods: { clusters: 6, step: 2, requests: 200, growMs: 5_000, deleteMs: 5_000, restMs: 1_000 },
  without: { clusters: 50, step: 10, requests: 500, growMs: 10_000, deleteMs: 8_000, restMs: 1_000 },
}

/** Makes hosted clusters with control planes as pods and without, prints and returns what it took. */
export async function measureHosted(loads: HostedLoads, say: (step: string) => void): Promise<HostedResult[]> {
  const results = [await run(loads.without, false, say), await run(loads.withPods, true, say)]
  console.log(`\n${hostedTables(results)}\n`)
  return results
}

async function run(
  load: HostedClusterLoad,
  controlPlanePods: boolean,
  say: (step: string) => void,
): Promise<HostedResult> {
  say(`start everything, control planes ${controlPlanePods ? 'as pods' : 'without pods'}`)
  const program = await startHostedProgram(controlPlanePods)
  const hosted = await HostedLoad.open(program, say)
  const { connection } = hosted
  const { clusters: wanted, step, requests, growMs, deleteMs, restMs } = load
  const warm = Math.ceil(step / 2)
  try {
    say(`make ${step} hosted clusters, after ${warm} to warm up`)
    await hosted.make(warm)
    await sleep(restMs)
    const memoryBefore = program.residentMb()
    const countsBefore = await readRequestCounts(connection)
    const first = await hosted.make(step)
    const requestsOfEach = requestsEach(countsBefore, await readRequestCounts(connection), step)
    say(`grow to ${wanted}, for at most ${growMs / 1_000} seconds`)
    const middle = await hosted.make(wanted - warm - 2 * step, growMs)
    const last = await hosted.make(step)
    await sleep(restMs)
    const { existing } = hosted
    const kilobytesEach = ((program.residentMb() - memoryBefore) * 1_024) / (existing - warm)
    const idleCpuShare = await idleShare(program, restMs)
    const tenants = await measureTenants(connection, existing, requests)
    say(`delete ${existing}, for at most ${deleteMs / 1_000} seconds`)
    const deleted = await hosted.delete(deleteMs)
    return {
      ...{ controlPlanePods, wanted, existing, first, middle, last, deleted },
      ...{ requestsOfEach, kilobytesEach, idleCpuShare, tenants },
    }
  } finally {
    hosted.close()
    await program.stop()
  }
}

/** How much of a core a program uses that has nothing to do. */
async function idleShare({ cpuMs }: { cpuMs(): number }, restMs: number): Promise<number> {
  const before = cpuMs()
  await sleep(restMs)
  return (cpuMs() - before) / restMs
}
