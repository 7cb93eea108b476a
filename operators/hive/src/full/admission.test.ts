import { ClusterDeployment, ValidatingWebhookConfiguration } from '@skep/api'
import { expect, it } from 'vitest'
import { NAMESPACE, startWorld } from './test/world.ts'

const blue = { namespace: NAMESPACE, name: 'blue' }
const REFUSED = 'admission webhook "clusterdeploymentvalidators.admission.hive.openshift.io" denied the request: '

it('refuses what Hive refuses, and lets Hive itself do its work', async () => {
  const world = await startWorld({ admission: {} })
  const hive = await world.start()
  await world.order('blue')
  await world.seconds(6)
  expect((await world.deployment())?.spec.installed).toBe(true)

  const patch = (spec: object) => world.client.patch(ClusterDeployment, blue, { type: 'merge', body: { spec } })
  await expect(patch({ baseDomain: 'new.example.com' })).rejects.toMatchObject({
    code: 400,
    message: expect.stringContaining(`${REFUSED}Attempted to change ClusterDeployment.Spec which is immutable`),
  })
  await expect(patch({ installed: false })).rejects.toMatchObject({
    code: 422,
    details: {
      name: 'blue',
      group: 'hive.openshift.io',
      kind: 'ClusterDeployment',
      causes: [
        {
          reason: 'FieldValueInvalid',
          field: 'spec.installed',
          message: 'Invalid value: false: cannot make uninstalled once installed',
        },
      ],
    },
  })
  await expect(patch({ powerState: 'Hibernating' })).resolves.toBeDefined()

  const annotations = { 'hive.openshift.io/protected-delete': 'true' }
  await world.client.patch(ClusterDeployment, blue, { type: 'merge', body: { metadata: { annotations } } })
  await expect(world.client.delete(ClusterDeployment, blue)).rejects.toMatchObject({
    code: 422,
    message: expect.stringContaining('cannot delete while annotation is present'),
  })
  const body = { metadata: { annotations: { 'hive.openshift.io/protected-delete': null } } }
  await world.client.patch(ClusterDeployment, blue, { type: 'merge', body })
  await world.client.delete(ClusterDeployment, blue)
  await world.seconds(5)
  expect(await world.deployment()).toBeUndefined()

  await hive.stop()
  expect((await world.client.list(ValidatingWebhookConfiguration)).items).toEqual([])
})

it('replaces the webhooks of a Hive that ended without a word, before anything else', async () => {
  const world = await startWorld({ admission: {} })
  const dead = {
    name: 'clusterdeploymentvalidators.admission.hive.openshift.io',
    admissionReviewVersions: ['v1'],
    clientConfig: { url: 'https://127.0.0.1:1/' },
    rules: [
      { operations: ['*'], apiGroups: ['hive.openshift.io'], apiVersions: ['v1'], resources: ['clusterdeployments'] },
    ],
    failurePolicy: 'Fail' as const,
    sideEffects: 'None' as const,
  }
  await world.client.create(ValidatingWebhookConfiguration, { metadata: { name: dead.name }, webhooks: [dead] })
  await expect(world.order('red')).rejects.toMatchObject({ message: expect.stringContaining('failed calling webhook') })

  await world.start()
  await world.order('blue')
  await world.seconds(6)

  expect((await world.deployment())?.spec.installed).toBe(true)
})

it('refuses an order that names no platform, two ways to install, or a name that is too long', async () => {
  const world = await startWorld({ admission: {} })
  await world.start()
  await expect(world.order('blue', { spec: { platform: {} } })).rejects.toMatchObject({
    code: 422,
    message: expect.stringContaining('spec.platform: Required value: must specify a platform'),
  })
  await expect(world.order('a'.repeat(64))).rejects.toMatchObject({
    code: 400,
    message: `${REFUSED}Invalid cluster deployment name (.meta.name): must be no more than 63 characters`,
  })
})
