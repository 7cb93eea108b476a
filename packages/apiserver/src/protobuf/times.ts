import { ProtobufError, type ProtobufReader, WIRE_TYPE } from './reader.ts'
import { INT32, INT64, readParts, type ValueDecoder } from './values.ts'

/** The first second of the year 1, which stands for no time at all, and the last of the year 9999. */
const NO_TIME = -62_135_596_800
const LAST_SECOND = 253_402_300_799

/** A time to the second. An empty message is no time. */
export const TIME_MESSAGE: ValueDecoder = {
  wireType: WIRE_TYPE.bytes,
  read: (reader) => {
    const time = readTime(reader)
    return time && `${toSecond(time.seconds)}Z`
  },
}

/** A time to the microsecond. */
export const MICRO_TIME_MESSAGE: ValueDecoder = {
  wireType: WIRE_TYPE.bytes,
  read: (reader) => {
    const time = readTime(reader)
    return time && `${toSecond(time.seconds)}.${String(Math.floor(time.nanoseconds / 1000)).padStart(6, '0')}Z`
  },
}

interface WireTime {
  seconds: number
  nanoseconds: number
}

function readTime(reader: ProtobufReader): WireTime | undefined {
  const [seconds, nanoseconds] = readParts(reader, [INT64, INT32])
  if (seconds === undefined && nanoseconds === undefined) return undefined
  const time = { seconds: Number(seconds ?? 0), nanoseconds: Number(nanoseconds ?? 0) }
  if (time.seconds === NO_TIME) return undefined
  const isTime = time.seconds > NO_TIME && time.seconds <= LAST_SECOND
  if (!isTime || time.nanoseconds < 0 || time.nanoseconds >= 1e9) throw new ProtobufError('time out of range')
  return time
}

const toSecond = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, -5)
