import { type Clock, cryptoRandom, formatTime, type Random, uid } from '@skep/base'
import type { Store } from '@skep/store'
import { SYSTEM_PREFIX } from './bucket-names.ts'

const BUCKET = `${SYSTEM_PREFIX}/server`
const KEY = 'created'

/** What is known of a server's data from its first start on. */
export interface ServerRecord {
  /** When it began. */
  readonly createdAt: string
  /** Tells it from the data of other servers: what all begin with has other uids in each. Empty where there is none. */
  readonly id: string
}

/** Written by the first start, read by all others. */
export async function readServerRecord(store: Store, clock: Clock, random: Random): Promise<ServerRecord> {
  const known = store.get(BUCKET, KEY)
  if (known) return parseRecord(known.value.toString())
  // Whoever says what is random wants the same server every time.
  const id = random === cryptoRandom ? uid(random) : ''
  const record: ServerRecord = { createdAt: formatTime(clock.now()), id }
  const value = () => Buffer.from(id === '' ? record.createdAt : JSON.stringify(record))
  await store.write({ bucket: BUCKET, key: KEY, type: 'put', expect: 'absent', value })
  return record
}

/** Data of older versions, and such without an id, says nothing but when it began. */
const parseRecord = (text: string): ServerRecord =>
  text.startsWith('{') ? (JSON.parse(text) as ServerRecord) : { createdAt: text, id: '' }
