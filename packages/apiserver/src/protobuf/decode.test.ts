import {
  ControllerRevision,
  DeploymentSpec,
  LeaseSpec,
  PodDisruptionBudget,
  PodSecurityContext,
  PodSpec,
  ResourceRequirements,
  Secret,
  ServicePort,
  SubjectAccessReviewSpec,
  Volume,
} from '@skep/api'
import { objectMeta, type Schema } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { decodeMessage } from './decode.ts'
import { type Field, message } from './test/message.ts'

const decode = <T>(schema: Schema<T>, ...fields: Field[]) => decodeMessage(schema.node, message(...fields))

describe('decodeMessage', () => {
  it('leaves out the zero values of fields that cannot be unset', () => {
    const metadata = decode(objectMeta, [1, 'web'], [2, ''], [3, ''], [7, 0], [8, message()])

    expect(metadata).toEqual({ name: 'web' })
  })

  it('keeps zero values that someone chose', () => {
    const replicas: Field = [1, 0]
    const paused: Field = [7, 0]

    expect(decode(DeploymentSpec, replicas, paused)).toEqual({ replicas: 0 })
  })

  it('keeps the zero values of required fields, as JSON does', () => {
    const container = message([1, ''], [2, ''])

    expect(decode(PodSpec, [2, container])).toEqual({ containers: [{ name: '' }] })
  })

  it('tells an empty message that was set from one that was not', () => {
    const securityContext: Field = [14, message()]
    const strategy: Field = [4, message([1, ''])]

    expect(decode(PodSpec, securityContext)).toEqual({ securityContext: {} })
    expect(decode(DeploymentSpec, strategy)).toEqual({})
  })

  it('puts the fields of inlined messages among the others', () => {
    const emptyDir = message([2, message([1, ''])])

    expect(decode(Volume, [1, 'cache'], [2, emptyDir])).toEqual({ name: 'cache', emptyDir: {} })
  })

  it('reads maps, with keys that mean something elsewhere', () => {
    const labels = [message([1, 'app'], [2, 'web']), message([1, '__proto__'], [2, 'x']), message([1, 'empty'])]

    const metadata = decode(objectMeta, ...labels.map((label): Field => [11, label]))

    expect(JSON.stringify(metadata)).toBe('{"labels":{"app":"web","__proto__":"x","empty":""}}')
  })

  it('writes bytes in base64', () => {
    const entry = message([1, 'key'], [2, Buffer.from([0x00, 0xff, 0x10])])

    expect(decodeMessage(Secret.schema.node, message([2, entry]))).toMatchObject({ data: { key: 'AP8Q' } })
  })

  it('reads lists in the values of maps', () => {
    const scopes = message([1, 'scopes'], [2, message([1, 'a'], [1, 'b'])])
    const none = message([1, 'none'], [2, message()])

    expect(decode(SubjectAccessReviewSpec, [5, scopes], [5, none])).toEqual({ extra: { scopes: ['a', 'b'], none: [] } })
  })

  it('reads numbers in lists one by one and packed', () => {
    expect(decode(PodSecurityContext, [4, 1000], [4, -1])).toEqual({ supplementalGroups: [1000, -1] })
    expect(decode(PodSecurityContext, [4, Buffer.from([0xe8, 0x07, 0x05])])).toEqual({ supplementalGroups: [1000, 5] })
  })

  it('writes times as RFC 3339', () => {
    const time = message([1, 1_735_689_600], [2, 123_456_789])

    expect(decode(objectMeta, [9, time])).toEqual({ deletionTimestamp: '2025-01-01T00:00:00Z' })
    expect(decode(LeaseSpec, [4, time])).toEqual({ renewTime: '2025-01-01T00:00:00.123456Z' })
    expect(decode(objectMeta, [9, message([1, -1])])).toEqual({ deletionTimestamp: '1969-12-31T23:59:59Z' })
  })

  it('reads a time that is no time as nothing', () => {
    const entry = message([1, 'web-0'], [2, message()])

    expect(decode(objectMeta, [9, message()])).toEqual({})
    expect(decode(objectMeta, [9, message([1, -62_135_596_800])])).toEqual({})
    expect(decodeMessage(PodDisruptionBudget.schema.node, message([3, message([2, entry])]))).toMatchObject({
      status: { disruptedPods: { 'web-0': null } },
    })
  })

  it('reads quantities, and ports by number or by name', () => {
    const cpu = message([1, 'cpu'], [2, message([1, '500m'])])

    expect(decode(ResourceRequirements, [1, cpu])).toEqual({ limits: { cpu: '500m' } })
    expect(decode(ServicePort, [3, 80], [4, message([1, 0], [2, 8080], [3, ''])])).toEqual({
      port: 80,
      targetPort: 8080,
    })
    expect(decode(ServicePort, [3, 80], [4, message([1, 1], [2, 0], [3, 'http'])])).toEqual({
      port: 80,
      targetPort: 'http',
    })
  })

  it('takes JSON within a message for what it says', () => {
    const data = message([1, '{"spec":{"replicas":0}}'])

    const revision = decodeMessage(ControllerRevision.schema.node, message([2, data], [3, 7]))

    expect(revision).toEqual({ data: { spec: { replicas: 0 } }, revision: 7 })
  })

  it('passes over fields of newer clients', () => {
    expect(decode(objectMeta, [15, 'gone'], [1, 'web'], [99, message([1, 1])], [536_870_911, 1])).toEqual({
      name: 'web',
    })
  })

  it.each([
    ['a text where a message belongs', message([1, 1])],
    ['a message that is cut off', message([13, 'x']).subarray(0, 2)],
    ['a time beyond the year 9999', message([9, message([1, 253_402_300_800])])],
    ['a time before the year 1', message([9, message([1, -62_135_596_801])])],
    ['JSON that is none', message([17, message([7, message([1, '{"f:'])])])],
    ['packed texts', message([14, 'ok'], [14, 1])],
  ])('refuses %s', (_name, bytes) => {
    expect(() => decodeMessage(objectMeta.node, bytes)).toThrow(expect.objectContaining({ name: 'ProtobufError' }))
  })
})
