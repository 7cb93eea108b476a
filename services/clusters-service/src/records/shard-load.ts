import { type Migration, type Queryable, statement, type Transaction } from '@skep/database'

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

const selectLoad = statement<{ clusters: number }>('select clusters from shard_load where shard_id = ?')
const changeLoad = statement(
  `insert into shard_load (shard_id, clusters) values (?, ?)
  on conflict (shard_id) do update set clusters = shard_load.clusters + excluded.clusters`,
)

/** How many clusters a shard holds. */
export async function countOnShard(on: Queryable, shardId: string): Promise<number> {
  return (await selectLoad(on, [shardId])).rows[0]?.clusters ?? 0
}

/** Notes that a shard holds more clusters or fewer, in the transaction that makes it so. */
export async function addToLoad(on: Transaction, shardId: string, change: 1 | -1): Promise<void> {
  await changeLoad(on, [shardId, change])
}
