import { sql } from 'kysely'
import type { Queryable } from '../database.ts'
import type { Claim, Claimed, DurableQueue } from './work-queue.ts'

/** So many keys are added by one statement; both databases allow about 32,000 parameters. */
const MAX_KEYS = 5_000

/** The queue of this name. It does nothing until its functions are called, so it may be made anywhere. */
export function workQueue(name: string): DurableQueue {
  const channel = `work:${name}`
  const mine = ({ key, token }: Claim) => sql`queue = ${name} and key = ${key} and token = ${token}`

  return {
    name,
    channel,
    add: async (on, keys, { runAt = on.now() } = {}) => {
      // Sorted, so that two replicas do not wait for each other's rows.
      const unique = [...new Set(typeof keys === 'string' ? [keys] : keys)].sort()
      for (let start = 0; start < unique.length; start += MAX_KEYS) {
        await insertKeys(on, name, unique.slice(start, start + MAX_KEYS), Math.ceil(runAt))
      }
      if (unique.length > 0) await on.notify(channel)
    },
    claim: (on, limit, owner, leaseMs) => claimKeys(on, name, limit, owner, leaseMs),
    done: async (on, claim) => {
      const { numAffectedRows } = await sql`delete from work where ${mine(claim)} and again_at is null`.execute(
        on.kysely,
      )
      return numAffectedRows === 1n || runAgain(on, claim)
    },
    retry: async (on, claim, delayMs, { failed = true } = {}) => {
      const dueAt = on.now() + Math.ceil(delayMs)
      const { numAffectedRows } = await sql`update work set owner = null, again_at = null,
        due_at = case when again_at < ${dueAt} then again_at else ${dueAt} end,
        failures = ${failed ? sql`failures + 1` : sql`0`} where ${mine(claim)}`.execute(on.kysely)
      return numAffectedRows === 1n
    },
    renew: async (on, claims, leaseMs) => {
      if (claims.length === 0) return new Set()
      const held = sql.join(
        claims.map((claim) => sql`(${mine(claim)})`),
        sql` or `,
      )
      const { rows } = await sql<{ key: string }>`update work set due_at = ${on.now() + leaseMs}
        where owner is not null and (${held}) returning key`.execute(on.kysely)
      const keys = new Set(rows.map(({ key }) => key))
      return new Set(claims.filter(({ key }) => keys.has(key)))
    },
    size: async (on) => {
      const { rows } = await sql<{ size: number }>`select count(*) as size from work where queue = ${name}`.execute(
        on.kysely,
      )
      return rows[0]!.size
    },
  }

  /** For a key that was added while it was worked on. */
  async function runAgain(on: Queryable, claim: Claim): Promise<boolean> {
    const { numAffectedRows } = await sql`update work set owner = null, due_at = again_at, again_at = null, failures = 0
      where ${mine(claim)} and again_at is not null`.execute(on.kysely)
    if (numAffectedRows !== 1n) return false
    await on.notify(channel)
    return true
  }
}

async function insertKeys(on: Queryable, queue: string, keys: readonly string[], runAt: number): Promise<void> {
  const values = sql.join(keys.map((key) => sql`(${queue}, ${key}, ${runAt})`))
  await sql`insert into work (queue, key, due_at) values ${values} on conflict (queue, key) do update set
    due_at = case when work.owner is null and excluded.due_at < work.due_at then excluded.due_at else work.due_at end,
    again_at = case when work.owner is null then null when work.again_at < excluded.due_at then work.again_at
      else excluded.due_at end`.execute(on.kysely)
}

async function claimKeys(
  on: Queryable,
  queue: string,
  limit: number,
  owner: string,
  leaseMs: number,
): Promise<Claimed> {
  const now = on.now()
  const due = sql`select key from work where queue = ${queue} and due_at <= ${now} order by due_at limit ${limit}`
  // As an array it is looked up once, and what another replica is claiming at this moment is left to it.
  const chosen = on.dialect === 'sqlite' ? sql`in (${due})` : sql`= any(array(${due} for update skip locked))`
  const { rows: claims } =
    await sql<Claim>`update work set owner = ${owner}, token = token + 1, due_at = ${now + leaseMs},
    failures = failures + case when owner is null then 0 else 1 end
    where queue = ${queue} and key ${chosen} returning key, failures, token`.execute(on.kysely)
  if (claims.length === limit) return { claims, nextDueAt: undefined }
  const { rows } = await sql<{ next: number | null }>`select min(due_at) as next from work
    where queue = ${queue} and due_at > ${now}`.execute(on.kysely)
  return { claims, nextDueAt: rows[0]?.next ?? undefined }
}
