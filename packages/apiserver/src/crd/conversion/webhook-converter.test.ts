import { createRandom } from '@skep/base'
import type { JsonObject, KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { createWebhookConverter } from './webhook-converter.ts'

const widget = (name: string, version = 'v1'): KubeObject =>
  ({
    apiVersion: `example.com/${version}`,
    kind: 'Widget',
    metadata: { name, uid: `uid-${name}`, labels: { a: 'b' } },
    spec: { host: 'h', port: 1 },
  }) as KubeObject

type Request = { uid: string; desiredAPIVersion: string; objects: (KubeObject & { spec?: JsonObject })[] }

/** A webhook that answers with what `respond` makes of a request. */
function aWebhook(respond: (request: Request) => JsonObject, reviewVersions = ['v1']) {
  const requests: Request[] = []
  const convert = createWebhookConverter({
    group: 'example.com',
    reviewVersions,
    random: createRandom(1),
    send: async (review) => {
      const request = review['request'] as unknown as Request
      requests.push(request)
      const response = { uid: request.uid, result: { status: 'Success' }, ...respond(request) }
      return { kind: 'ConversionReview', apiVersion: review['apiVersion'] as string, response }
    },
  })
  return { convert, requests }
}

const converting = (change: (object: JsonObject) => object) => (request: Request) => ({
  convertedObjects: request.objects.map((object) => ({
    ...object,
    apiVersion: request.desiredAPIVersion,
    ...change(object as unknown as JsonObject),
  })) as never,
})

const joined = converting(() => ({ spec: { hostPort: 'h:1' } }))

describe('conversion by a webhook', () => {
  it('asks for the wanted version and takes what comes back', async () => {
    const { convert, requests } = aWebhook(joined)

    const [converted] = await convert([widget('a')], 'v2')

    expect(requests[0]).toMatchObject({ desiredAPIVersion: 'example.com/v2', objects: [widget('a')] })
    expect(converted).toEqual({
      apiVersion: 'example.com/v2',
      kind: 'Widget',
      metadata: { name: 'a', uid: 'uid-a', labels: { a: 'b' } },
      spec: { hostPort: 'h:1' },
    })
  })

  it('sends all that is asked for at once in one review, whatever versions it is in', async () => {
    const { convert, requests } = aWebhook(joined)

    const names = await Promise.all([convert([widget('a')], 'v2'), convert([widget('b', 'v1beta1')], 'v2')])

    expect(requests).toHaveLength(1)
    expect(names.map(([object]) => object?.metadata.name)).toEqual(['a', 'b'])
  })

  it('lets a webhook change labels and annotations, and nothing else of the metadata', async () => {
    const metadata = { name: 'a', uid: 'uid-a', labels: { c: 'd' }, annotations: { e: 'f' }, finalizers: ['x/y'] }
    const { convert } = aWebhook(converting(() => ({ metadata })))

    const [converted] = await convert([widget('a')], 'v2')

    expect(converted?.metadata).toEqual({ name: 'a', uid: 'uid-a', labels: { c: 'd' }, annotations: { e: 'f' } })
  })

  it.each<[string, (request: Request) => JsonObject, string]>([
    [
      'says that it failed',
      () => ({ result: { status: 'Failed', message: 'no idea' } }),
      'conversion webhook for example.com/v1, Kind=Widget failed: no idea',
    ],
    [
      'does not say that it succeeded',
      () => ({ result: {} }),
      "conversion webhook for example.com/v1, Kind=Widget failed: response.result.status was '', not 'Success'",
    ],
    [
      'answers another review',
      () => ({ uid: 'other' }),
      'conversion webhook for example.com/v1, Kind=Widget failed: expected response.uid="d57b1a90-a4b4-4f45-be2b-5441fd52b7f5", got "other"',
    ],
    [
      'loses objects',
      () => ({ convertedObjects: [] }),
      'conversion webhook for example.com/v1, Kind=Widget returned 0 objects, expected 1',
    ],
    [
      'returns the wrong version',
      converting(() => ({ apiVersion: 'example.com/v3' })),
      'conversion webhook for example.com/v1, Kind=Widget returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v3)',
    ],
    [
      'returns another kind',
      converting(() => ({ kind: 'Gadget' })),
      'conversion webhook for example.com/v1, Kind=Widget returned invalid object at index 0: invalid kind (expected Widget, received Gadget)',
    ],
    [
      'renames the object',
      converting(() => ({ metadata: { name: 'b', uid: 'uid-a' } })),
      'conversion webhook for example.com/v1, Kind=Widget returned invalid object: must have the same name: a != b',
    ],
    [
      'returns labels that are none',
      converting(() => ({ metadata: { name: 'a', uid: 'uid-a', labels: { 'a b': 'c' } } })),
      'conversion webhook for example.com/v1, Kind=Widget returned invalid metadata: metadata.labels: Invalid value: "a b"',
    ],
  ])('fails when the webhook %s', async (_, respond, message) => {
    const { convert } = aWebhook(respond)

    const error = await convert([widget('a')], 'v2').catch((thrown) => thrown)

    expect(error.message).toContain(message)
    expect(error.code).toBe(500)
  })

  it('fails when no version of reviews is known to both', async () => {
    const { convert } = aWebhook(joined, ['v2'])

    await expect(convert([widget('a')], 'v2')).rejects.toThrow('no supported conversion review versions')
  })
})
