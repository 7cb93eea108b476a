import { describe, expect, it } from 'vitest'
import { parseProtobuf } from './parse-protobuf.ts'
import { CONFIG_MAP, DEPLOYMENT, SERVICE, TOKEN_REQUEST } from './test/kubectl-bodies.ts'
import { message } from './test/message.ts'

const POD = { apiVersion: 'v1', kind: 'Pod' }
const parse = (body: Buffer, expected = POD) => parseProtobuf(body, expected).value

const body = (apiVersion: string, kind: string, object: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('k8s\0'),
    message([1, message([1, apiVersion], [2, kind])], [2, object], [3, ''], [4, '']),
  ])

describe('parseProtobuf', () => {
  it('reads what kubectl creates as the JSON that says the same', () => {
    expect(parse(CONFIG_MAP)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { k: 'v' },
    })
    expect(parse(DEPLOYMENT)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd0', labels: { app: 'd0' } },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'd0' } },
        template: {
          metadata: { labels: { app: 'd0' } },
          spec: { containers: [{ name: 'nginx', image: 'nginx' }] },
        },
      },
    })
    expect(parse(SERVICE)).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'np0', labels: { app: 'np0' } },
      spec: {
        ports: [{ name: '80-http', protocol: 'TCP', port: 80, targetPort: 'http' }],
        selector: { app: 'np0' },
        type: 'NodePort',
      },
    })
  })

  it('reads what subresources take', () => {
    expect(parse(TOKEN_REQUEST)).toMatchObject({ kind: 'TokenRequest', spec: { expirationSeconds: 600 } })
    expect(parse(body('v1', 'Binding', message([2, message([1, 'Node'], [3, 'node-1'])])))).toMatchObject({
      target: { kind: 'Node', name: 'node-1' },
    })
    expect(parse(body('autoscaling/v1', 'Scale', message([2, message([1, 3])])))).toMatchObject({
      spec: { replicas: 3 },
    })
  })

  it('reads evictions of clients old and new', () => {
    const eviction = message([1, message([1, 'web-0'])], [2, message([1, 0])])

    for (const apiVersion of ['policy/v1', 'policy/v1beta1']) {
      expect(parse(body(apiVersion, 'Eviction', eviction))).toEqual({
        apiVersion,
        kind: 'Eviction',
        metadata: { name: 'web-0' },
        deleteOptions: { gracePeriodSeconds: 0 },
      })
    }
  })

  it('reads delete options in the version of any group', () => {
    const options = message([1, 0], [2, message([1, 'some-uid'])], [4, 'Foreground'], [5, 'All'])

    expect(parse(body('apps/v1', 'DeleteOptions', options))).toEqual({
      apiVersion: 'apps/v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: 0,
      preconditions: { uid: 'some-uid' },
      propagationPolicy: 'Foreground',
      dryRun: ['All'],
    })
  })

  it('takes a body that does not say its type for what is expected', () => {
    const named = message([1, message([1, 'web'])])

    expect(parse(body('', '', named))).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } })
  })

  it.each([
    ['nothing', Buffer.alloc(0), 'expected prefix [107 56 115 0]'],
    ['JSON', Buffer.from('{"kind":"Pod"}'), 'expected prefix [107 56 115 0]'],
    ['a body that is cut off', CONFIG_MAP.subarray(0, 30), 'unexpected EOF'],
    ['a type that is no message', Buffer.from('k8s\0\x08\x01'), 'wrong wireType = 0'],
    ['a kind of nobody', body('v1', 'Widget', message()), 'no kind "Widget" is registered for version "v1"'],
  ])('refuses %s as a bad request', (_name, bytes, why) => {
    expect(() => parse(bytes)).toThrow(
      expect.objectContaining({ reason: 'BadRequest', message: expect.stringContaining(why) }),
    )
  })

  it('refuses or reads every damaged body, and fails on none', () => {
    const outcomes = new Set<string>()
    for (let position = 4; position < DEPLOYMENT.length; position++) {
      for (const value of [0x00, 0x7f, 0x80, 0xff]) outcomes.add(outcomeOf(damaged(position, value)))
    }

    expect([...outcomes].sort()).toEqual(['BadRequest', 'read'])
  })
})

function damaged(position: number, value: number): Buffer {
  const copy = Buffer.from(DEPLOYMENT)
  copy[position] = value
  return copy
}

function outcomeOf(bytes: Buffer): string {
  try {
    parse(bytes)
    return 'read'
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : String(error)
  }
}
