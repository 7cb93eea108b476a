import type { ManagedFieldsEntry } from '@skep/schema'
import { union } from './field-set.ts'
import { entryOf, fieldsOf, type Managers, managerId, secondsOf } from './managers.ts'

const MAX_UPDATE_MANAGERS = 10
const BUCKET = 'ancient-changes'

/**
 * Keeps the number of managers that update small: the oldest, per version of the API, become one. Otherwise every
 * controller that ever touched an object would stay in it for ever.
 */
export function capUpdateManagers(managers: Managers): void {
  if (managers.size <= MAX_UPDATE_MANAGERS) return
  const updaters = [...managers].filter(([, entry]) => entry.operation === 'Update')
  let excess = updaters.length - MAX_UPDATE_MANAGERS
  if (excess <= 0) return
  updaters.sort(oldestFirst)
  const firstOfVersion = new Map<string, string>()
  for (const [id, entry] of updaters) {
    if (excess <= 0) return
    const version = entry.apiVersion ?? ''
    const first = firstOfVersion.get(version)
    if (first === undefined) {
      firstOfVersion.set(version, id)
    } else {
      mergeIntoBucket(managers, first, id)
      excess--
    }
  }
}

function oldestFirst([leftId, left]: [string, ManagedFieldsEntry], [rightId, right]: [string, ManagedFieldsEntry]) {
  return secondsOf(left) - secondsOf(right) || (leftId < rightId ? -1 : 1)
}

/** The bucket begins as the oldest manager of its version; its time is that of the newest change in it. */
function mergeIntoBucket(managers: Managers, firstId: string, id: string): void {
  const entry = managers.get(id)!
  const name = { manager: BUCKET, operation: 'Update', apiVersion: entry.apiVersion } as const
  const bucketId = managerId(name)
  const bucket = managers.get(bucketId) ?? managers.get(firstId)
  managers.delete(firstId)
  managers.delete(id)
  managers.set(bucketId, entryOf(name, union(fieldsOf(bucket), fieldsOf(entry)), entry.time))
}
