import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Figures, figuresOf, meanOf } from './baseline.ts'
import { CLUSTER_LOAD, measureClusters, QUICK_CLUSTER_LOAD } from './clusters/measure-clusters.ts'
import { clusterGrowth, objectGrowth } from './growth.ts'
import { HOSTED_LOADS, measureHosted, QUICK_HOSTED_LOADS } from './hosted/measure-hosted.ts'
import { measureKubeApiserver } from './kube-apiserver.ts'
import { DEFAULT_LOAD, runLoad, runManyWatchers } from './load.ts'
import { comparisonTable, cpuTable, number, table } from './report.ts'
import { startServerProcess } from './server-process.ts'
import { measureStores } from './store.ts'
import { loadTarget } from './target.ts'

const HELP = `Measures an API server over TLS and compares it with kube-apiserver and etcd, and how fast clusters become ready.

Usage: make bench ARGS="[options]"

  --kubeconfig FILE   measure this server instead of starting our own
  --beside FOLDER     compare with the kube-apiserver and etcd of this folder (such as envtest's), measured before and
                      after ours in the same run, instead of with recorded figures
  --only PART         apiserver, store, clusters or hosted
  --quick             a part of the load, no growth series
  --json FILE         also write everything measured as JSON

Examples:
  make bench
  make bench ARGS="--quick --json bench.json"
  make bench ARGS="--only clusters"
  make bench ARGS="--kubeconfig ~/.kube/config"
  make bench ARGS="--only apiserver --beside $KUBEBUILDER_ASSETS"
`

const { values } = parseArgs({
  options: {
    kubeconfig: { type: 'string' },
    beside: { type: 'string' },
    json: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const say = (step: string): void => void process.stderr.write(`  ${step}\n`)

async function main(): Promise<void> {
  if (values.help) return console.log(HELP)
  const report = values.kubeconfig ? await measureOther(values.kubeconfig) : await measureParts(values.only)
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
}

const clusterLoad = values.quick ? QUICK_CLUSTER_LOAD : CLUSTER_LOAD
const hostedLoads = values.quick ? QUICK_HOSTED_LOADS : HOSTED_LOADS
const load = values.quick ? { ...DEFAULT_LOAD, writes: 1_000, reads: 2_000, lists: 10 } : DEFAULT_LOAD

const PARTS: Record<string, () => Promise<object>> = {
  apiserver: measureOurs,
  store: async () => ({ stores: await measureStores(say) }),
  clusters: async () => ({ clusterOrders: await measureClusters(clusterLoad, say) }),
  hosted: async () => ({ hosted: await measureHosted(hostedLoads, say) }),
}

async function measureParts(only: string | undefined): Promise<object> {
  const chosen = only === undefined ? Object.keys(PARTS) : [only]
  let report = {}
  for (const name of chosen) {
    const part = PARTS[name]
    if (!part) throw new Error(`there is no part '${name}' to measure: ${Object.keys(PARTS).join(' or ')}`)
    report = { ...report, ...(await part()) }
  }
  return report
}

async function measureOther(kubeconfig: string): Promise<object> {
  const { first, steady } = await runLoad(loadTarget(kubeconfig), load, say)
  console.log(comparisonTable(figuresOf(steady), figuresOf(first)))
  return { load: steady, firstLoad: first }
}

async function measureOurs(): Promise<object> {
  const measureBeside = async () => (values.beside ? [await measureKubeApiserver(values.beside, load, say)] : [])
  const before = await measureBeside()
  say('start the server')
  const server = await startServerProcess()
  const idleMb = server.residentMb()
  const { first, steady } = await runLoad(server.target, load, say, server.cpuMs)
  // A server gives memory back once it has nothing to do.
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const loadedMb = server.residentMb()
  say('deliver to 1,000 watchers')
  const manyWatchers = await runManyWatchers(server.target, 1_000, values.quick ? 20 : 200)
  await server.stop()
  const others = [...before, ...(await measureBeside())]

  const baseline = others.length > 0 ? meanOf(others) : undefined
  const figures: Figures = { ...figuresOf(steady), startMs: server.startMs, idleMb, loadedMb }
  console.log(`\n${comparisonTable(figures, figuresOf(first), baseline)}\n\n${cpuTable(steady)}\n`)
  console.log(
    `1,000 watchers: ${manyWatchers.events} events, p50 ${number(manyWatchers.p50)} ms, p99 ${number(manyWatchers.p99)} ms\n`,
  )
  return { figures, baseline, load: steady, firstLoad: first, manyWatchers, ...(values.quick ? {} : await growth()) }
}

async function growth(): Promise<object> {
  say('grow to 100,000 objects')
  const server = await startServerProcess()
  const objects = await objectGrowth(server, [1_000, 10_000, 100_000])
  await server.stop()
  console.log(
    table(
      ['objects', 'create /s', 'get p50 ms', 'list 100 by label ms', 'memory MB'],
      objects.map((row) =>
        [row.objects, row.createPerSecond, row.getP50Ms, row.listByLabelOfHundredMs, row.residentMb].map(number),
      ),
    ),
  )
  say('grow to 1,000 logical clusters')
  const clusters = await clusterGrowth([1, 100, 1_000])
  console.log(
    `\n${table(
      ['logical clusters', 'create ms', 'idle KB each'],
      clusters.map((row) => [row.clusters, row.createMs, row.idleKilobytesEach].map(number)),
    )}`,
  )
  return { objects, clusters }
}

await main()
