import { ConfigMap, MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '@skep/api'
import { expect, it, onTestFinished } from 'vitest'
import { startHub } from '../test/hub.ts'
import type { Admit } from './review.ts'
import { serveAdmission } from './server.ts'

/** A hub whose API server asks before it stores ConfigMaps. */
async function startHubThatAsks(kind: typeof MutatingWebhookConfiguration, admit: Admit, ca = (pem: string) => pem) {
  const hub = await startHub()
  const server = await serveAdmission({ name: 'test', admit })
  onTestFinished(() => server.close())
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
  await hub.client.create(kind, {
    metadata: { name: 'maps' },
    webhooks: [
      {
        name: 'maps.test.skep.dev',
        admissionReviewVersions: ['v1'],
        clientConfig: { url: `${server.url}/any/path`, caBundle: Buffer.from(ca(server.ca)).toString('base64') },
        rules: [rule],
        sideEffects: 'None',
      },
    ],
  })
  return hub
}

const map = { metadata: { namespace: 'default', name: 'sky' }, data: { colour: 'blue' } }

it('changes objects before they are stored', async () => {
  const { client } = await startHubThatAsks(
    MutatingWebhookConfiguration,
    async ({ kind, operation, object, userInfo, path }) => ({
      patch: [
        {
          op: 'add',
          path: '/data/seen',
          value: `${operation} ${kind} ${object?.metadata.name} by ${userInfo.username} at ${path}`,
        },
      ],
    }),
  )

  expect((await client.create(ConfigMap, map)).data).toEqual({
    colour: 'blue',
    seen: 'CREATE ConfigMap sky by kubernetes-admin at /any/path',
  })
})

it('refuses objects, and says why', async () => {
  // Both kinds of configuration have the same form.
  const kind = ValidatingWebhookConfiguration as unknown as typeof MutatingWebhookConfiguration
  const { client } = await startHubThatAsks(kind, async () => ({
    refusal: {
      code: 422,
      reason: 'Invalid',
      message: 'no such colour',
      details: { name: 'red', causes: [{ field: 'data.colour', message: 'is not red' }] },
    },
  }))

  await expect(client.create(ConfigMap, map)).rejects.toMatchObject({
    code: 422,
    message: 'admission webhook "maps.test.skep.dev" denied the request: no such colour',
    details: { name: 'red', causes: [{ field: 'data.colour', message: 'is not red' }] },
  })
})

it('says why it could not judge, and lets nothing in then', async () => {
  const kind = ValidatingWebhookConfiguration as unknown as typeof MutatingWebhookConfiguration
  const { client } = await startHubThatAsks(kind, async () => {
    throw new Error('the hub does not answer')
  })

  await expect(client.create(ConfigMap, map)).rejects.toMatchObject({
    code: 500,
    message: expect.stringContaining('failed calling webhook "maps.test.skep.dev"'),
  })
})

it('answers over connections as it does within the process', async () => {
  const { client } = await startHubThatAsks(
    MutatingWebhookConfiguration,
    async ({ path }) => ({ patch: [{ op: 'add', path: '/data/seen', value: path }] }),
    // The same authority in other words: it is not known to be this process.
    (pem) => `of the webhooks\n${pem}`,
  )

  expect((await client.create(ConfigMap, map)).data).toEqual({ colour: 'blue', seen: '/any/path' })
})
