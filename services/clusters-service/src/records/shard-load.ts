import type { Migration, Queryable, Transaction } from '@skep/database'

const createTable = (textType: string): string =>
  `create table shard_load (shard_id ${textType} primary key, clusters integer not null)`

/** Begins with the clusters that are there. */
const count = (shardId: string): string =>
  `insert into shard_load (shard_id, clusters) select ${shardId}, count(*) from clusters where ${shardId} is not null ` +
  'group by 1'

/** How many clusters each shard holds, counted as they come and go: counting them anew takes longer the more there are. */
export const shardLoadMigration: Migration = {
  name: 'shard_load: table',
  statements: {
    sqlite: [createTable('text'), count("document ->> '$.service.shardId'")],
    postgres: [createTable('text collate "C"'), count("document #>> '{service,shardId}'")],
  },
}

/** How many clusters a shard holds. */
export async function countOnShard({ kysely }: Queryable, shardId: string): Promise<number> {
  const row = await kysely
    .selectFrom('shard_load')
    .select('clusters')
    .where('shard_id', '=', shardId)
    .executeTakeFirst()
  return row?.clusters ?? 0
}

/** Notes that a shard holds more clusters or fewer, in the transaction that makes it so. */
export async function addToLoad({ kysely }: Transaction, shardId: string, change: 1 | -1): Promise<void> {
  await kysely
    .insertInto('shard_load')
    .values({ shard_id: shardId, clusters: change })
    .onConflict((conflict) =>
      conflict.column('shard_id').doUpdateSet((row) => ({ clusters: row('shard_load.clusters', '+', change) })),
    )
    .execute()
}
