import type { Migration } from '../migrations.ts'

/**
 * A key is due at `due_at`; while somebody holds it, that is when the lease runs out, so that one index finds everything
 * there is to do. `again_at` says that it was added meanwhile.
 */
const createTable = (textType: string): string =>
  `create table work (queue ${textType} not null, key ${textType} not null, due_at bigint not null, again_at bigint, ` +
  'owner text, token bigint not null default 0, failures integer not null default 0, primary key (queue, key))'

const createIndex = 'create index work_due on work (queue, due_at)'

/** The table of all queues; give it to `openDatabase`. */
export const workMigrations: readonly Migration[] = [
  {
    name: 'work: table',
    statements: {
      sqlite: [createTable('text'), createIndex],
      postgres: [createTable('text collate "C"'), createIndex],
    },
  },
]
