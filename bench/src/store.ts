import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLmdbStore, openLogStore, type Store } from '@skep/store'
import { measure } from './measure.ts'
import { number, table } from './report.ts'

const WRITERS = 32
const WRITES = 30_000
const KEYS = 10_000
const VALUE = Buffer.alloc(2_200, 'x')
const ROUNDS = 2

/** One driver in one round. */
export interface StoreFigures {
  driver: string
  writesPerSecond: number
  p99Ms: number
  cpuMicros: number
}

const DRIVERS: Record<string, (path: string) => Promise<Store>> = {
  LMDB: (path) => openLmdbStore({ path }),
  log: (path) => openLogStore({ path }),
}

/** Writes the same to each driver in turn, twice: on a busy machine only the comparison says something. */
export async function measureStores(say: (step: string) => void): Promise<StoreFigures[]> {
  const figures: StoreFigures[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [driver, open] of Object.entries(DRIVERS)) {
      say(`write ${WRITES} to ${driver}`)
      figures.push({ driver, ...(await measureStore(open)) })
    }
  }
  const rows = figures.map(({ driver, ...rest }) => [driver, ...Object.values(rest).map(number)])
  console.log(`\n${table(['store', 'writes /s', 'p99 ms', 'CPU µs each'], rows)}\n`)
  return figures
}

async function measureStore(open: (path: string) => Promise<Store>): Promise<Omit<StoreFigures, 'driver'>> {
  const directory = await mkdtemp(join(tmpdir(), 'skep-bench-'))
  const store = await open(join(directory, 'store'))
  const cpuMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  try {
    const put = (_: unknown, index: number) =>
      store.write({
        bucket: 'bench',
        key: `key-${index % KEYS}`,
        type: 'put',
        expect: 'any',
        value: () => Buffer.from(VALUE),
      })
    const { perSecond, p99, serverCpuMicros } = await measure(Array.from({ length: WRITERS }), WRITES, put, cpuMs)
    return { writesPerSecond: perSecond, p99Ms: p99, cpuMicros: serverCpuMicros ?? 0 }
  } finally {
    await store.close()
    await rm(directory, { recursive: true })
  }
}
