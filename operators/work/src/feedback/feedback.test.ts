import { describe, expect, it } from 'vitest'
import type { SpokeObject } from '../types.ts'
import { createFeedbackReader } from './feedback.ts'

const hostedCluster = (status: object): SpokeObject => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedCluster',
  metadata: { namespace: 'clusters', name: 'demo', uid: 'u1', resourceVersion: '1' },
  status,
})

const conditions = [
  { type: 'Available', status: 'True' },
  { type: 'Degraded', status: 'False' },
]
const demo = hostedCluster({
  conditions,
  controlPlaneEndpoint: { host: 'api.demo.example.net', port: 443 },
  ratio: 0.5,
  most: 1e19,
  paused: false,
  gone: null,
})

const off = { rawFeedbackJsonString: false, jsonRawLimit: 1_024 }
const on = { rawFeedbackJsonString: true, jsonRawLimit: 1_024 }
const paths = (...jsonPaths: { name: string; path: string; version?: string }[]) => [
  { type: 'JSONPaths' as const, jsonPaths },
]
const read = (path: string, options = off, object = demo) =>
  createFeedbackReader(options)(object, paths({ name: 'it', path }))

describe('feedback by path', () => {
  it.each([
    ['.status.conditions[?(@.type=="Available")].status', { type: 'String', string: 'True' }],
    ['.status.controlPlaneEndpoint.host', { type: 'String', string: 'api.demo.example.net' }],
    ['.status.controlPlaneEndpoint.port', { type: 'Integer', integer: 443 }],
    ['.status.paused', { type: 'Boolean', boolean: false }],
    ['.metadata.name', { type: 'String', string: 'demo' }],
    ['.status.conditions[*].status', { type: 'String', string: 'True' }],
  ])('tells %s', (path, fieldValue) => {
    expect(read(path)).toEqual({ values: [{ name: 'it', fieldValue }], errors: [] })
  })

  it.each(['.status.missing', '.status.gone', '.spec.deep.down'])(
    'tells nothing of %s, and is fine with it',
    (path) => {
      expect(read(path)).toEqual({ values: [], errors: [] })
    },
  )

  it.each([
    ['.status.conditions', 'the value of it (.status.conditions) is a list'],
    ['.status.controlPlaneEndpoint', 'the value of it (.status.controlPlaneEndpoint) is an object'],
    ['.status.ratio', 'the value of it (.status.ratio) is a fraction'],
    ['.status.most', 'the value of it (.status.most) is too large a number'],
  ])('cannot tell %s without raw JSON', (path, problem) => {
    expect(read(path)).toEqual({ values: [], errors: [expect.stringContaining(problem)] })
  })

  it.each([
    ['.status.conditions', JSON.stringify(conditions)],
    ['.status.conditions[*].status', '["True","False"]'],
    ['.status.ratio', '0.5'],
  ])('tells %s as raw JSON', (path, jsonRaw) => {
    expect(read(path, on).values).toEqual([{ name: 'it', fieldValue: { type: 'JsonRaw', jsonRaw } }])
  })

  it('names path, size and limit of what is too long, and still tells the rest', () => {
    const long = hostedCluster({ text: { a: 'x'.repeat(2_000) }, short: 'yes' })
    const rules = paths({ name: 'long', path: '.status.text' }, { name: 'short', path: '.status.short' })

    expect(createFeedbackReader(on)(long, rules)).toEqual({
      values: [{ name: 'short', fieldValue: { type: 'String', string: 'yes' } }],
      errors: ['the JSON of long (.status.text) has 2008 bytes, more than the 1024 allowed'],
    })
    expect(createFeedbackReader({ ...on, jsonRawLimit: 4_096 })(long, rules).errors).toEqual([])
  })

  it('says which path makes no sense, and still tells the rest', () => {
    const rules = paths({ name: 'bad', path: '.status[' }, { name: 'name', path: '.metadata.name' })

    const { values, errors } = createFeedbackReader(off)(demo, rules)

    expect(values).toMatchObject([{ name: 'name' }])
    expect(errors).toEqual([expect.stringContaining('failed to parse the path .status[')])
  })

  it('takes a path for another version of the API for a failure', () => {
    const rules = paths({ name: 'it', path: '.metadata.name', version: 'v1alpha1' })

    expect(createFeedbackReader(off)(demo, rules)).toEqual({
      values: [],
      errors: ['version set in the path it is not matched for the related resource'],
    })
  })

  it('tells one of two values of the same name, since the API takes only one', () => {
    const rules = [...paths({ name: 'it', path: '.metadata.name' }), ...paths({ name: 'it', path: '.metadata.uid' })]

    const { values, errors } = createFeedbackReader(off)(demo, rules)

    expect(values).toEqual([{ name: 'it', fieldValue: { type: 'String', string: 'demo' } }])
    expect(errors).toEqual(['there are two values of the name it'])
  })
})

describe('well-known feedback', () => {
  const object = (apiVersion: string, kind: string, status: object): SpokeObject => ({
    ...hostedCluster(status),
    apiVersion,
    kind,
  })
  const told = (of: SpokeObject) =>
    createFeedbackReader(off)(of, [{ type: 'WellKnownStatus' }]).values.map(
      ({ name, fieldValue }) => `${name}=${fieldValue.integer ?? fieldValue.string}`,
    )

  it('tells the usual values of usual kinds', () => {
    expect(told(object('apps/v1', 'Deployment', { readyReplicas: 1, replicas: 2, availableReplicas: 1 }))).toEqual([
      'ReadyReplicas=1',
      'Replicas=2',
      'AvailableReplicas=1',
    ])
    expect(
      told(object('apps/v1', 'DaemonSet', { numberReady: 3, desiredNumberScheduled: 4, numberAvailable: 2 })),
    ).toEqual(['NumberReady=3', 'DesiredNumberScheduled=4', 'NumberAvailable=2'])
    expect(
      told(object('batch/v1', 'Job', { succeeded: 1, conditions: [{ type: 'Complete', status: 'True' }] })),
    ).toEqual(['JobComplete=True', 'JobSucceeded=1'])
    expect(told(object('v1', 'Pod', { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }))).toEqual([
      'PodReady=True',
      'PodPhase=Running',
    ])
  })

  it('is a failure for other kinds', () => {
    expect(createFeedbackReader(off)(demo, [{ type: 'WellKnownStatus' }]).errors).toEqual([
      'cannot find the wellknown statuses for resource with gvk hypershift.openshift.io/v1beta1, Kind=HostedCluster',
    ])
  })
})
