import { formatShortest } from './numbers.ts'
import { formatDuration, formatTimestamp } from './time.ts'
import { isList, isMap, type ObjectValue, type Value } from './value.ts'

/** A value as error messages show it. */
export function showValue(value: Value): string {
  if (typeof value === 'number') return formatShortest(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return showObject(value)
}

function showObject(value: ObjectValue): string {
  if (isList(value)) return `[${value.toArray().map(showValue).join(', ')}]`
  if (isMap(value))
    return `{${value
      .keys()
      .map((key) => `${showValue(key)}: ${showValue(value.find(key)!)}`)
      .join(', ')}}`
  switch (value.celKind) {
    case 'uint':
      return String(value.value)
    case 'bytes':
      return `[${value.data.join(' ')}]`
    case 'timestamp':
      return formatTimestamp(value)
    case 'duration':
      return formatDuration(value)
    case 'type':
    case 'opaque':
      return value.type.name
    case 'optional':
      return value.value === undefined ? 'optional.none()' : `optional(${showValue(value.value)})`
  }
}
