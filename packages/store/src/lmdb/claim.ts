import { currentProcess, isRunning } from '../internal/owner.ts'
import { readFact, type Tables } from './tables.ts'

/** Changes when a store written by this version cannot be read by the version before. */
const FORMAT = 1

/**
 * Makes this process the owner of the store, or throws when another one is. The check and the claim are one transaction,
 * which excludes all other processes, and which the system ends when a process is killed: there is no lock to go stale.
 */
export function claim(tables: Tables, directory: string): void {
  tables.root.transactionSync(() => {
    const format = readFact(tables, 'format') ?? FORMAT
    if (format !== FORMAT) {
      throw new Error(`the store in ${directory} has format ${format}; this version knows format ${FORMAT}`)
    }
    const owner = readFact(tables, 'owner')
    if (owner !== undefined && isRunning(owner)) {
      throw new Error(
        `the store in ${directory} is in use by process ${owner.pid}; stop it or choose another directory`,
      )
    }
    tables.facts.putSync('format', FORMAT)
    tables.facts.putSync('owner', currentProcess())
  })
}

/** Lets another process have the store. */
export async function disclaim({ facts }: Tables): Promise<void> {
  await facts.remove('owner')
}
