import { CustomResourceSubresources, JSONSchemaProps } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { decodeMessage } from './decode.ts'
import { type Field, message } from './test/message.ts'

const decode = (...fields: Field[]) => decodeMessage(JSONSchemaProps.node, message(...fields))

const STRING = message([5, 'string'])
/** 1.5, eight bytes as they are on the wire, with the field number of `maximum` in front. */
const MAXIMUM = Buffer.from([0x49, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f])

describe('schemas of custom resources in protobuf', () => {
  it('have schemas within schemas', () => {
    const property = message([1, 'name'], [2, STRING])

    expect(decode([5, 'object'], [29, property])).toEqual({ type: 'object', properties: { name: { type: 'string' } } })
  })

  it('have items of one schema, or of several', () => {
    expect(decode([24, message([1, STRING])])).toEqual({ items: { type: 'string' } })
    expect(decode([24, message([2, STRING], [2, message()])])).toEqual({ items: [{ type: 'string' }, {}] })
  })

  it('allow further properties by a schema, or all or none of them', () => {
    expect(decode([30, message([1, 1], [2, STRING])])).toEqual({ additionalProperties: { type: 'string' } })
    expect(decode([30, message([1, 1])])).toEqual({ additionalProperties: true })
    expect(decode([30, message([1, 0])])).toEqual({ additionalProperties: false })
  })

  it('name what a property depends on, or its schema', () => {
    const byName = message([1, 'a'], [2, message([2, 'b'])])
    const bySchema = message([1, 'c'], [2, message([1, STRING])])

    expect(decode([32, byName], [32, bySchema])).toEqual({ dependencies: { a: ['b'], c: { type: 'string' } } })
  })

  it('keep defaults and values that are false, zero or null', () => {
    expect(decode([8, message([1, 'false'])])).toEqual({ default: false })
    expect(decode([20, message([1, '0'])], [20, message([1, 'null'])])).toEqual({ enum: [0, null] })
  })

  it('have limits with fractions', () => {
    expect(decodeMessage(JSONSchemaProps.node, MAXIMUM)).toEqual({ maximum: 1.5 })
  })

  it('switch on the status subresource with a message that says nothing', () => {
    expect(decodeMessage(CustomResourceSubresources.node, message([1, message()]))).toEqual({ status: {} })
  })
})
