import { ConfigMap, MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '@skep/api'
import { expect, it, onTestFinished } from 'vitest'
import { type Hub, startHub } from '../test/hub.ts'
import { removeAbandonedWebhooks, WEBHOOK_LABELS } from './abandoned.ts'
import { type AdmissionServer, serveAdmission } from './server.ts'

type Kind = typeof MutatingWebhookConfiguration
// Both kinds of configuration have the same form.
const VALIDATING = ValidatingWebhookConfiguration as unknown as Kind

async function startServer(): Promise<AdmissionServer> {
  const server = await serveAdmission({ name: 'test', admit: async () => ({}) })
  onTestFinished(() => server.close().catch(() => undefined))
  return server
}

const register = ({ client }: Hub, kind: Kind, name: string, { url, ca }: AdmissionServer, labels = WEBHOOK_LABELS) =>
  client.create(kind, {
    metadata: { name, labels },
    webhooks: [
      {
        name: `${name}.test.skep.dev`,
        admissionReviewVersions: ['v1'],
        clientConfig: { url: `${url}/any`, caBundle: Buffer.from(ca).toString('base64') },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        sideEffects: 'None',
      },
    ],
  })

const namesOf = async ({ client }: Hub, kind: Kind) =>
  (await client.list(kind)).items.map(({ metadata }) => metadata.name)

it('removes webhooks that nobody answers, and no others', async () => {
  const hub = await startHub()
  const [alive, dead, foreign] = [await startServer(), await startServer(), await startServer()]
  await register(hub, VALIDATING, 'alive', alive)
  await register(hub, VALIDATING, 'dead', dead)
  await register(hub, MutatingWebhookConfiguration, 'dead-as-well', dead)
  await register(hub, MutatingWebhookConfiguration, 'of-others', foreign, {} as never)
  await dead.close()
  await foreign.close()

  expect(await removeAbandonedWebhooks(hub.client)).toEqual(['dead', 'dead-as-well'])

  expect(await namesOf(hub, VALIDATING)).toEqual(['alive'])
  expect(await namesOf(hub, MutatingWebhookConfiguration)).toEqual(['of-others'])
})

it('knows the one who is meant from another one who got the port', async () => {
  const hub = await startHub()
  const [former, present] = [await startServer(), await startServer()]
  await register(hub, VALIDATING, 'former', { ...present, ca: former.ca })

  expect(await removeAbandonedWebhooks(hub.client)).toEqual(['former'])

  await hub.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'sky' } })
})
