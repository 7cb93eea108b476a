import { columns } from '../../columns.ts'
import { describeSeconds, type Picture } from '../screen.ts'
import type { DemoCluster } from './plan.ts'

/** How all clusters are. */
export const pictureOf = (demo: readonly DemoCluster[], elapsedMs: number): Picture => ({
  lines: describeAll(demo, elapsedMs).split('\n'),
  news: new Map(demo.map(({ name, now }) => [name, `${name}  ${now.state}  ${now.description}`.trimEnd()])),
})

/** All clusters in a table, with how long each took or has taken so far. */
export const describeAll = (demo: readonly DemoCluster[], elapsedMs: number): string =>
  columns([
    ['CLUSTER', 'PLAN', 'STATE', 'AFTER', ''],
    ...demo.map(({ name, plan, now, endedAfterMs }) => [
      name,
      plan,
      now.state,
      describeSeconds(endedAfterMs ?? elapsedMs),
      now.description,
    ]),
  ])
