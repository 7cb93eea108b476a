import { hiveAdmissionKinds, hiveKinds, ValidatingWebhookConfiguration } from '@skep/api'
import type { Client } from '@skep/client'
import { type AdmissionServer, WEBHOOK_LABELS } from '@skep/controller'

const GROUP = 'admission.hive.openshift.io'

/** The kinds that have a webhook, with the name and the path of each. */
const WEBHOOKS = hiveKinds
  .filter(({ group, kind }) => group === 'hive.openshift.io' && hiveAdmissionKinds.includes(kind))
  .map((kind) => {
    const validators = `${kind.singular}validators`
    return { kind, name: `${validators}.${GROUP}`, path: `/apis/${GROUP}/v1/${validators}` }
  })

/** Makes the API server ask before it stores or deletes objects of Hive. */
export async function registerWebhooks(client: Client, { url, ca }: AdmissionServer): Promise<void> {
  const caBundle = Buffer.from(ca).toString('base64')
  for (const { kind, name, path } of WEBHOOKS) {
    const { group, version, plural } = kind
    await client.apply(
      ValidatingWebhookConfiguration,
      {
        metadata: { name, labels: WEBHOOK_LABELS },
        webhooks: [
          {
            name,
            admissionReviewVersions: ['v1'],
            clientConfig: { url: `${url}${path}`, caBundle },
            rules: [
              {
                operations: ['CREATE', 'UPDATE', 'DELETE'],
                apiGroups: [group],
                apiVersions: [version],
                resources: [plural],
              },
            ],
            failurePolicy: 'Fail',
            sideEffects: 'None',
          },
        ],
      },
      { force: true },
    )
  }
}

/** Makes the API server ask no longer: without a server to ask, it would refuse everything. */
export async function unregisterWebhooks(client: Client): Promise<void> {
  for (const { name } of WEBHOOKS) await client.delete(ValidatingWebhookConfiguration, { name })
}
