import { columns } from '../columns.ts'
import type { DemoCluster } from './plan.ts'

/** Shows how clusters get on. */
export interface Screen {
  show(demo: readonly DemoCluster[], elapsedMs: number): void
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** One table that is drawn over and over, for a terminal. */
export function createTableScreen(write: (text: string) => void, width: number): Screen {
  let drawn = 0
  return {
    show: (demo, elapsedMs) => {
      const lines = describeAll(demo, elapsedMs)
        .split('\n')
        .map((line) => line.slice(0, width))
      // Up to the first line that was drawn before, and over all of it.
      write(`${drawn === 0 ? '' : `\x1b[${drawn}A`}${lines.map((line) => `\x1b[2K${line}\n`).join('')}`)
      drawn = lines.length
    },
  }
}

/** A line for every change, for a pipe. */
export function createLineScreen(write: (text: string) => void): Screen {
  const told = new Map<string, string>()
  return {
    show: (demo, elapsedMs) => {
      for (const { name, now } of demo) {
        const news = `${name}  ${now.state}  ${now.description}`.trimEnd()
        if (told.get(name) === news) continue
        told.set(name, news)
        write(`${seconds(elapsedMs).padStart(7)}  ${news}\n`)
      }
    },
  }
}

/** All clusters in a table, with how long each took or has taken so far. */
export const describeAll = (demo: readonly DemoCluster[], elapsedMs: number): string =>
  columns([
    ['CLUSTER', 'PLAN', 'STATE', 'AFTER', ''],
    ...demo.map(({ name, plan, now, endedAfterMs }) => [
      name,
      plan,
      now.state,
      seconds(endedAfterMs ?? elapsedMs),
      now.description,
    ]),
  ])
