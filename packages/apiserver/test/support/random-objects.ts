import type { Random } from '@skep/base'
import { COMPONENT, type Json, type JsonObject, LAZY, type SchemaNode } from '@skep/schema'
import { times, words } from './cases.ts'

const TEXTS = [
  ...['', ' ', '\u0000', '\ud800', 'x'.repeat(64), 'x'.repeat(254), '0 0 * * *', '99 * * * *', 'TZ=x * * * * *'],
  ...words(
    'a web A a.b.c example.com/x kubernetes.io/x / // .. * é __proto__ constructor system:masters true null {} [',
  ),
  ...words('-1 0 1 100m 1Gi 1e100 -5% 50% 101% 1h -1s 2026-01-02T03:04:05Z yesterday aGk= %%% $(A) ^(a+)+$'),
  ...words('10.0.0.1 ::1 10.0.0.0/8 fe80::/129 http https://a/b?c=d http://[ .spec.replicas .a[ {.x} ((('),
  ...words('self.x==1 object.metadata.name Always Never ClusterIP None In Exists TCP Pod v1 apps/v1'),
]
const NUMBERS = [0, 1, -1, 2, 80, 65_536, 2 ** 31 - 1]
const LARGE_NUMBERS = [2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1]
const AMOUNTS = words('0 1 -1 100m 1Gi 2G 1e3 0.1 1e100 -1e100 1n 00 9223372036854775807')
/** Texts that pass for what the schema says, so that what comes after decoding is reached. */
const BY_FORMAT: Readonly<Record<string, readonly string[]>> = {
  'date-time': words('2026-01-02T03:04:05Z 1970-01-01T00:00:00Z 9999-12-31T23:59:59Z 2026-01-02T03:04:05.123456Z'),
  byte: ['', 'aGk=', 'AAAA'],
}
const MAX_DEPTH = 14

/** A value whose types are those of the schema and whose content is anybody's guess. */
export function randomValue(given: SchemaNode, random: Random, depth = 0): Json {
  const node = given[LAZY]?.() ?? given
  if (node.enum && random.int(3) > 0) return random.pick(node.enum)
  if (node['x-kubernetes-int-or-string']) return intOrString(node, random)
  switch (node.type) {
    case 'object':
      return randomObject(node, random, depth)
    case 'array':
      return times(depth > MAX_DEPTH ? 0 : random.int(4), () => randomValue(node.items ?? {}, random, depth + 1))
    case 'integer':
    case 'number':
      return random.pick(node.format === 'int32' ? NUMBERS : [...NUMBERS, ...LARGE_NUMBERS])
    case 'boolean':
      return random.int(2) === 1
    case 'string':
      return random.pick(BY_FORMAT[node.format ?? ''] ?? TEXTS)
    default:
      return random.pick<Json>([null, 1, 'x', [], {}, { a: { b: [1] } }])
  }
}

const intOrString = (node: SchemaNode, random: Random): Json =>
  random.pick<Json>(node[COMPONENT]?.endsWith('.Quantity') ? AMOUNTS : [...NUMBERS, ...TEXTS])

function randomObject(node: SchemaNode, random: Random, depth: number): JsonObject {
  const object: JsonObject = {}
  const required = new Set(node.required)
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    // The deeper, the fewer: objects are as large as the schema would allow otherwise.
    const wanted = required.has(name) ? random.int(20) > 0 : random.int(depth + 1) === 0 && depth <= MAX_DEPTH
    if (wanted) object[name] = randomValue(child, random, depth + 1)
  }
  const { additionalProperties: values } = node
  if (values && depth <= MAX_DEPTH) {
    for (const name of times(random.int(3), () => random.pick(TEXTS))) {
      object[name] = randomValue(values === true ? {} : values, random, depth + 1)
    }
  }
  return object
}
