import { sql } from 'kysely'
import type { Queryable } from '../database.ts'
import { statement } from '../statement.ts'
import type { Claim, Claimed, DurableQueue } from './work-queue.ts'

const WHEN_THERE = `on conflict (queue, key) do update set
  due_at = case when work.owner is null and excluded.due_at < work.due_at then excluded.due_at else work.due_at end,
  again_at = case when work.owner is null then null when work.again_at < excluded.due_at then work.again_at
    else excluded.due_at end`

const insertKey = statement(`insert into work (queue, key, due_at) values (?, ?, ?) ${WHEN_THERE}`)

const insertKeys = statement((dialect) => {
  const rows =
    dialect === 'sqlite'
      ? 'select ?, value, ? from json_each(?) where true'
      : 'select ?::text, key, ?::bigint from unnest(?::text[]) as key'
  return `insert into work (queue, key, due_at) ${rows} ${WHEN_THERE}`
})

const claimKeys = statement<Claim>((dialect) => {
  const due = 'select key from work where queue = ? and due_at <= ? order by due_at limit ?'
  // As an array it is looked up once, and what another replica is claiming at this moment is left to it.
  const chosen = dialect === 'sqlite' ? `in (${due})` : `= any(array(${due} for update skip locked))`
  return `update work set owner = ?, token = token + 1, due_at = ?,
    failures = failures + case when owner is null then 0 else 1 end
    where queue = ? and key ${chosen} returning key, failures, token`
})

const nextDue = statement<{ next: number | null }>(
  'select min(due_at) as next from work where queue = ? and due_at > ?',
)

const MINE = 'queue = ? and key = ? and token = ?'
const removeKey = statement(`delete from work where ${MINE} and again_at is null`)
/** For a key that was added while it was worked on. */
const runAgain = statement(
  `update work set owner = null, due_at = again_at, again_at = null, failures = 0 where ${MINE} and again_at is not null`,
)
const putBack = (failures: string) =>
  statement(
    `update work set owner = null, again_at = null, due_at = case when again_at < ? then again_at else ? end,
    failures = ${failures} where ${MINE}`,
  )
const putBackFailed = putBack('failures + 1')
const putBackWell = putBack('0')

const countKeys = statement<{ size: number }>('select count(*) as size from work where queue = ?')

/** The queue of this name. It does nothing until its functions are called, so it may be made anywhere. */
export function workQueue(name: string): DurableQueue {
  const channel = `work:${name}`
  const mine = ({ key, token }: Claim) => [name, key, token]

  return {
    name,
    channel,
    add: async (on, keys, { runAt = on.now() } = {}) => {
      const at = Math.ceil(runAt)
      if (typeof keys === 'string') await insertKey(on, [name, keys, at])
      else if (keys.length === 0) return
      else await insertKeys(on, [name, at, listOf(on, keys)])
      await on.notify(channel)
    },
    claim: (on, limit, owner, leaseMs) => claimSome(on, name, limit, owner, leaseMs),
    done: async (on, claim) => {
      if ((await removeKey(on, mine(claim))).changes === 1) return true
      if ((await runAgain(on, mine(claim))).changes !== 1) return false
      await on.notify(channel)
      return true
    },
    retry: async (on, claim, delayMs, { failed = true } = {}) => {
      const dueAt = on.now() + Math.ceil(delayMs)
      const { changes } = await (failed ? putBackFailed : putBackWell)(on, [dueAt, dueAt, ...mine(claim)])
      return changes === 1
    },
    renew: async (on, claims, leaseMs) => {
      if (claims.length === 0) return new Set()
      const held = sql.join(
        claims.map(({ key, token }) => sql`(queue = ${name} and key = ${key} and token = ${token})`),
        sql` or `,
      )
      const { rows } = await sql<{ key: string }>`update work set due_at = ${on.now() + leaseMs}
        where owner is not null and (${held}) returning key`.execute(on.kysely)
      const keys = new Set(rows.map(({ key }) => key))
      return new Set(claims.filter(({ key }) => keys.has(key)))
    },
    size: async (on) => (await countKeys(on, [name])).rows[0]!.size,
  }
}

/** Keys as one parameter: each once, and sorted, so that two replicas do not wait for each other's rows. */
function listOf({ dialect }: Queryable, keys: readonly string[]): unknown {
  const unique = [...new Set(keys)].sort()
  return dialect === 'sqlite' ? JSON.stringify(unique) : unique
}

async function claimSome(
  on: Queryable,
  queue: string,
  limit: number,
  owner: string,
  leaseMs: number,
): Promise<Claimed> {
  const now = on.now()
  const { rows: claims } = await claimKeys(on, [owner, now + leaseMs, queue, queue, now, limit])
  if (claims.length === limit) return { claims, nextDueAt: undefined }
  const { rows } = await nextDue(on, [queue, now])
  return { claims, nextDueAt: rows[0]?.next ?? undefined }
}
