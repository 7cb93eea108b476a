import { ManagedCluster, ManifestWork, MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '@skep/api'
import type { Client } from '@skep/client'
import { type AdmissionOptions, type AdmissionServer, serveAdmission, WEBHOOK_LABELS } from '@skep/controller'
import type { KindDefinition } from '@skep/schema'
import { defaultHubObject, type HubAdmission, validateHubObject } from './admission.ts'

const GROUP = 'admission.open-cluster-management.io'
const VALIDATED: readonly KindDefinition[] = [ManifestWork, ManagedCluster]
const DEFAULTED: readonly KindDefinition[] = [ManagedCluster]
const DEFAULTS_PATH = '/defaults'
const VALIDATION_PATH = '/validation'

/** Serves the webhooks of a hub and tells its API server of them. Returns how to end that. */
export async function startHubAdmission(
  admission: HubAdmission,
  options: AdmissionOptions,
): Promise<() => Promise<void>> {
  const { hubClient } = admission
  const server = await serveAdmission(
    {
      name: 'hub-admission',
      admit: (request) =>
        request.path === DEFAULTS_PATH ? defaultHubObject(admission, request) : validateHubObject(admission, request),
    },
    options,
  )
  await register(hubClient, server).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  return async () => {
    await unregister(hubClient)
    await server.close()
  }
}

/** Whatever was registered before, such as by a process that ended without a word, is replaced. */
async function register(hubClient: Client, server: AdmissionServer): Promise<void> {
  for (const kind of VALIDATED) {
    const webhook = webhookOf(kind, 'validators', server, VALIDATION_PATH)
    const metadata = { name: webhook.name, labels: WEBHOOK_LABELS }
    await hubClient.apply(ValidatingWebhookConfiguration, { metadata, webhooks: [webhook] }, { force: true })
  }
  for (const kind of DEFAULTED) {
    const webhook = webhookOf(kind, 'mutators', server, DEFAULTS_PATH)
    const metadata = { name: webhook.name, labels: WEBHOOK_LABELS }
    await hubClient.apply(MutatingWebhookConfiguration, { metadata, webhooks: [webhook] }, { force: true })
  }
}

/** Makes the API server ask no longer: without a server to ask, it would refuse everything. */
async function unregister(hubClient: Client): Promise<void> {
  for (const kind of VALIDATED) {
    await hubClient.delete(ValidatingWebhookConfiguration, { name: nameOf(kind, 'validators') })
  }
  for (const kind of DEFAULTED) {
    await hubClient.delete(MutatingWebhookConfiguration, { name: nameOf(kind, 'mutators') })
  }
}

const nameOf = ({ kind }: KindDefinition, role: string): string => `${kind.toLowerCase()}${role}.${GROUP}`

const webhookOf = (kind: KindDefinition, role: string, { url, ca }: AdmissionServer, path: string) => ({
  name: nameOf(kind, role),
  admissionReviewVersions: ['v1'],
  clientConfig: { url: `${url}${path}`, caBundle: Buffer.from(ca).toString('base64') },
  rules: [
    {
      operations: ['CREATE', 'UPDATE'],
      apiGroups: [kind.group],
      apiVersions: [kind.version],
      resources: [kind.plural],
    },
  ],
  failurePolicy: 'Fail' as const,
  sideEffects: 'None' as const,
})
