import { documentTable } from '../documents/document-table.ts'
import { workQueue } from '../queue/create-work-queue.ts'
import { workMigrations } from '../queue/work-migrations.ts'

/** What the process that is killed writes: a note, and work on it, in one transaction. */
export const notes = documentTable<{ text: string }>('notes')
/** The work on notes. */
export const work = workQueue('notes')
/** The tables of both. */
export const crashMigrations = [...notes.migrations, ...workMigrations]
