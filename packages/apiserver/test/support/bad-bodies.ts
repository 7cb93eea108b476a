import { gzipSync } from 'node:zlib'
import type { Random } from '@skep/base'
import type { Json, JsonObject } from '@skep/schema'
import { type BadRequest, times, words } from './cases.ts'
import { SAMPLES, type Sample } from './samples.ts'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** A create with this body. */
export const post = (what: string, { collection }: Sample, body: Buffer | string, type = 'application/json') => ({
  what: `${what} to ${collection}`,
  request: {
    method: 'POST',
    path: collection,
    headers: [['content-type', type]] as [string, string][],
    body: Buffer.from(body),
  },
})

const textOf = (sample: Sample): string => JSON.stringify(sample.object)

/** JSON that ends too early. */
export function truncatedJson(random: Random, count: number): BadRequest[] {
  return times(count, () => {
    const sample = random.pick(SAMPLES)
    const text = textOf(sample)
    const end = random.int(text.length)
    return post(`JSON cut off after ${end} characters`, sample, text.slice(0, end))
  })
}

/** JSON in which one byte is another one. */
export function damagedJson(random: Random, count: number): BadRequest[] {
  return times(count, () => {
    const sample = random.pick(SAMPLES)
    const bytes = Buffer.from(textOf(sample))
    const at = random.int(bytes.length)
    bytes[at] = random.int(256)
    return post(`JSON with byte ${at} changed to ${bytes[at]}`, sample, bytes)
  })
}

const STRANGE_VALUES: readonly Json[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 53],
  ...['', ' ', 'x'.repeat(300), '\u0000', '\ud800', '<script>', '../..', '9223372036854775808', 'true', '{}'],
  ...[[], [[]], [null], ['a', 'a'], {}, { '': null }],
  // A literal would set the prototype.
  JSON.parse('{"__proto__":{"x":1},"constructor":1}'),
]

/** Objects in which values at random places are of another type or make no sense. */
export function strangeValues(random: Random, count: number): BadRequest[] {
  return times(count, () => {
    const sample = random.pick(SAMPLES)
    let value: Json = structuredClone(sample.object)
    const changes: string[] = []
    for (let change = 0; change <= random.int(3); change++) {
      const strange = structuredClone(random.pick(STRANGE_VALUES))
      const { replaced, path } = replaceSomewhere(value, strange, random)
      value = replaced
      changes.push(`${path} = ${JSON.stringify(strange).slice(0, 40)}`)
    }
    return post(changes.join(', '), sample, JSON.stringify(value))
  })
}

/** Goes down from the root, and stops somewhere on the way to put the value there. */
function replaceSomewhere(root: Json, strange: Json, random: Random): { replaced: Json; path: string } {
  const children = typeof root === 'object' && root !== null ? Object.keys(root) : []
  if (children.length === 0 || random.int(8) === 0) return { replaced: strange, path: '' }
  const name = random.pick(children)
  // A list is an object whose names are numbers.
  const parent = root as JsonObject
  const { replaced, path } = replaceSomewhere(parent[name] ?? null, strange, random)
  parent[name] = replaced
  return { replaced: parent, path: `.${name}${path}` }
}

/** Texts that parsers choke on; `rest` is a good object without its opening brace. */
const HOSTILE_TEXTS: Readonly<Record<string, (rest: string) => string | Buffer>> = {
  nothing: () => '',
  'only white space': () => ' \n\t ',
  'a nested list': () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'a list without end': () => '['.repeat(100_000),
  'a nested field': (rest) => `{"spec":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)},${rest}`,
  'nesting as deep as allowed': (rest) => `{"x":${'{"a":'.repeat(990)}1${'}'.repeat(990)},${rest}`,
  'metadata twice': (rest) => `{"metadata":{"name":"b"},"metadata":"c",${rest}`,
  'a field 10,000 times': (rest) => `{${'"a":1,'.repeat(10_000)}${rest}`,
  '10,000 unknown fields': (rest) => `{${times(10_000, (index) => `"ü${index}":1,`).join('')}${rest}`,
  'fields that no header can show': (rest) => `{"€\u007f":1,"\\u0001":1,"\\ud800":1,${rest}`,
  'invalid UTF-8': (rest) =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc0]), Buffer.from(`",${rest}`)]),
  'a byte order mark': (rest) => `\ufeff{${rest}`,
  'UTF-16': (rest) => Buffer.from(`{${rest}`, 'utf16le'),
  'text after the end': (rest) => `{${rest}{}`,
  'numbers beyond all ranges': (rest) => `{"a":1e999,"b":-1e999,"c":${'9'.repeat(5_000)},${rest}`,
  'more than 3 MiB': (rest) => `{"a":"${'x'.repeat(3 * 1024 * 1024)}",${rest}`,
  'half a million empty lists': (rest) => `{"a":[${'[],'.repeat(500_000)}[]],${rest}`,
}
const OTHER_VALUES = words('null true 0 "text" [] [{}] {} {"kind":1} {"metadata":null} NaN undefined')

export function hostileTexts(): BadRequest[] {
  return SAMPLES.flatMap((sample) => [
    ...Object.entries(HOSTILE_TEXTS).map(([what, text]) => post(what, sample, text(textOf(sample).slice(1)))),
    ...OTHER_VALUES.map((value) => post(value, sample, value)),
  ])
}

/** Bytes that are no protobuf, or not what they say. */
export function hostileProtobuf(random: Random, count: number): BadRequest[] {
  const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00])
  const endless = Buffer.alloc(50, 0xff)
  const nested = Buffer.from(times(200, () => [0x0a, 0x7f]).flat())
  return times(count, (index) => {
    const noise = Buffer.from(times(random.int(200), () => random.int(256)))
    const bodies = [noise, ...[noise, Buffer.alloc(0), endless, nested].map((body) => Buffer.concat([magic, body]))]
    return post(`protobuf noise ${index}`, random.pick(SAMPLES), bodies[index % bodies.length]!, PROTOBUF)
  })
}

const MEDIA_TYPES = [
  ...words('text/plain application/xml / ; application/x-www-form-urlencoded application/merge-patch+json'),
  ...words('application/cbor application/yaml;;; APPLICATION/JSON application/json;charset=klingon'),
  ...['application/json, application/yaml', 'multipart/form-data; boundary=x', PROTOBUF, 'x'.repeat(5_000)],
]

/** Bodies in formats and encodings that are not theirs. */
export function wrongTypes(): BadRequest[] {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
  return SAMPLES.flatMap((sample) => [
    ...MEDIA_TYPES.map((type) => post(`content type ${type.slice(0, 40)}`, sample, textOf(sample), type)),
    compressed(sample, 'gzip', gzipSync(textOf(sample))),
    compressed(sample, 'gzip', bomb),
    compressed(sample, 'br, gzip', Buffer.from(textOf(sample))),
  ])
}

function compressed(sample: Sample, encoding: string, body: Buffer): BadRequest {
  const { what, request } = post(`${body.length} bytes of ${encoding}`, sample, body)
  return { what, request: { ...request, headers: [...request.headers, ['content-encoding', encoding]] } }
}
