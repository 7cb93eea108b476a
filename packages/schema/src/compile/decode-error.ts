import type { Json } from '../json.ts'
import { formatPath, type PathStack } from './path.ts'

/** A value that its field cannot hold. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'

  constructor(path: Readonly<PathStack>, wanted: string, found: Json) {
    const problem = `must be ${wanted}, not ${describe(found)}`
    super(path.length === 0 ? problem : `${formatPath(path)}: ${problem}`)
  }
}

const LONGEST_SHOWN = 60

/** What a value is, for people; short ones are shown as they are. */
function describe(value: Json): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return value === null ? 'null' : 'an object'
  const text = JSON.stringify(value)
  return text.length <= LONGEST_SHOWN ? text : `a ${typeof value}`
}
