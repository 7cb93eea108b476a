import { setTimeout as sleep } from 'node:timers/promises'
import { startHostedProgram } from './hosted-program.ts'
import { type HostedResult, hostedTables } from './hosted-report.ts'
import { HostedLoad } from './make-hosted.ts'
import { readRequestCounts, requestsEach } from './request-counts.ts'
import { measureTenants } from './tenant-latency.ts'

/** How many hosted clusters. */
export interface HostedClusterLoad {
  readonly clusters: number
  /** How many of them are made under watch at the beginning and at the end; half as many warm up. */
  readonly step: number
  /** To the APIs of tenants. */
  readonly requests: number
}

/** The usual measurement. */
export const HOSTED_LOAD: HostedClusterLoad = { clusters: 1_000, step: 100, requests: 2_000 }

/** A program gives memory back once it has nothing to do. */
const REST_MS = 6_000

/** Makes hosted clusters with control planes as pods and without, prints and returns what it took. */
export async function measureHosted(load: HostedClusterLoad, say: (step: string) => void): Promise<HostedResult[]> {
  const results = [await run(load, true, say), await run(load, false, say)]
  console.log(`${hostedTables(results)}\n`)
  return results
}

async function run(
  load: HostedClusterLoad,
  controlPlanePods: boolean,
  say: (step: string) => void,
): Promise<HostedResult> {
  say(`start everything, control planes ${controlPlanePods ? 'as pods' : 'without pods'}`)
  const program = await startHostedProgram(controlPlanePods)
  const hosted = await HostedLoad.open(program)
  const { connection } = hosted
  const { clusters, step, requests } = load
  const warm = Math.ceil(step / 2)
  try {
    say(`make ${step} hosted clusters, after ${warm} to warm up`)
    await hosted.make(0, warm)
    await sleep(REST_MS)
    const memoryBefore = program.residentMb()
    const countsBefore = await readRequestCounts(connection)
    const first = await hosted.make(warm, warm + step)
    const requestsOfEach = requestsEach(countsBefore, await readRequestCounts(connection), step)
    say(`grow to ${clusters}`)
    const middle = await hosted.make(warm + step, clusters - step)
    const last = await hosted.make(clusters - step, clusters)
    await sleep(REST_MS)
    const kilobytesEach = ((program.residentMb() - memoryBefore) * 1_024) / (clusters - warm)
    const idleCpuShare = await idleShare(program)
    const tenants = await measureTenants(connection, clusters, requests)
    say('delete them')
    const deleted = await hosted.delete(0, clusters)
    return {
      ...{ controlPlanePods, existing: clusters, first, middle, last, deleted },
      ...{ requestsOfEach, kilobytesEach, idleCpuShare, tenants },
    }
  } finally {
    hosted.close()
    await program.stop()
  }
}

/** How much of a core a program uses that has nothing to do. */
async function idleShare({ cpuMs }: { cpuMs(): number }): Promise<number> {
  const before = cpuMs()
  await sleep(REST_MS)
  return (cpuMs() - before) / REST_MS
}
