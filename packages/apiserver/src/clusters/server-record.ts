import { type Clock, formatTime } from '@skep/base'
import type { Store } from '@skep/store'
import { SYSTEM_PREFIX } from './bucket-names.ts'

const BUCKET = `${SYSTEM_PREFIX}/server`
const KEY = 'created'

/** When this server's data began; written by the first start, read by all others. */
export async function readCreationTime(store: Store, clock: Clock): Promise<string> {
  const known = store.get(BUCKET, KEY)
  if (known) return known.value.toString()
  const now = formatTime(clock.now())
  await store.write({ bucket: BUCKET, key: KEY, type: 'put', expect: 'absent', value: () => Buffer.from(now) })
  return now
}
