import { describe, expect, it } from 'vitest'
import { documentV2 } from './document-v2.ts'
import { encodeOpenApiV2 } from './protobuf-v2.ts'
import { ProtobufWriter } from './protobuf-writer.ts'
import { allIn, oneIn, readMessage } from './test/protobuf-reader.ts'
import { configMaps, widgets } from './test/resources.ts'

/** Value of the pair with this name among the pairs of a list. */
const named = (list: Buffer, name: string, pairs = 1): Buffer => {
  const pair = allIn(list, pairs).find((each) => oneIn(each, 1).toString() === name)
  if (!pair) throw new Error(`${name} is missing`)
  return oneIn(pair, 2)
}

describe('the protobuf form of OpenAPI v2', () => {
  const document = encodeOpenApiV2(documentV2([configMaps, widgets()]))

  it('says what it is', () => {
    expect(oneIn(document, 1).toString()).toBe('2.0')
    expect(oneIn(document, 2, 1).toString()).toBe('Kubernetes')
  })

  it('holds the schema of every kind, with its fields', () => {
    const widget = named(oneIn(document, 9), 'com.example.v1.Widget')
    const spec = named(oneIn(widget, 25), 'spec')
    const color = named(oneIn(spec, 25), 'color')

    expect(oneIn(color, 22, 1).toString()).toBe('string')
    expect(oneIn(color, 4).toString()).toBe('What it looks like.')
    expect(allIn(color, 20).map((value) => oneIn(value, 2).toString())).toEqual(['"red"', '"green"'])
  })

  it('says which kind a schema is of', () => {
    const widget = named(oneIn(document, 9), 'com.example.v1.Widget')
    const kinds = allIn(widget, 31).map((extension) => [
      oneIn(extension, 1).toString(),
      oneIn(extension, 2, 2).toString(),
    ])

    expect(kinds).toContainEqual([
      'x-kubernetes-group-version-kind',
      '[{"group":"example.com","kind":"Widget","version":"v1"}]',
    ])
  })

  it('holds the operations of every path, with their parameters', () => {
    const item = named(oneIn(document, 8), '/api/v1/namespaces/{namespace}/configmaps', 2)
    const post = oneIn(item, 4)

    expect(oneIn(post, 5).toString()).toBe('createCoreV1NamespacedConfigMap')
    const [body, query] = allIn(post, 8)
    expect(oneIn(body!, 1, 1, 5, 1).toString()).toBe('#/definitions/io.k8s.api.core.v1.ConfigMap')
    expect(oneIn(query!, 1, 2, 3, 4).toString()).toBe('dryRun')
  })
})

describe('ProtobufWriter', () => {
  it('writes what can be read again', () => {
    const writer = new ProtobufWriter()
    writer.int64(1, 300)
    writer.bool(2, true)
    writer.double(3, 1.5)
    writer.message(4, () => writer.string(1, 'ü'))

    expect(readMessage(writer.finish())).toEqual([
      { field: 1, value: 300 },
      { field: 2, value: 1 },
      { field: 3, value: 1.5 },
      { field: 4, value: Buffer.from([0x0a, 0x02, 0xc3, 0xbc]) },
    ])
  })

  it('takes messages that are larger than its first buffer', () => {
    const writer = new ProtobufWriter()
    const text = 'x'.repeat(200_000)
    writer.message(1, () => writer.message(2, () => writer.string(3, text)))

    expect(oneIn(writer.finish(), 1, 2, 3).toString()).toBe(text)
  })
})
