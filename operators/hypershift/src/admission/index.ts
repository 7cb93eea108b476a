import { HostedCluster, MutatingWebhookConfiguration, NodePool, ValidatingWebhookConfiguration } from '@skep/api'
import type { Client } from '@skep/client'
import { type AdmissionOptions, type AdmissionServer, serveAdmission, WEBHOOK_LABELS } from '@skep/controller'
import { type AdmissionDependencies, createAdmit } from './admit.ts'
import { VM_PATCH_ANNOTATION } from './vm-patch.ts'

const CONFIGURATION = { name: 'hypershift.openshift.io' }

/** Nobody is asked about what there is nothing to say to. */
const HAS_VM_PATCH = {
  name: 'has-vm-patch',
  expression: `has(object.metadata.annotations) && '${VM_PATCH_ANNOTATION}' in object.metadata.annotations`,
}

/** Serves the webhooks and tells the API server of them. Returns how to end that. */
export async function startAdmission(
  dependencies: AdmissionDependencies,
  options: AdmissionOptions,
): Promise<() => Promise<void>> {
  const { client } = dependencies
  const server = await serveAdmission({ name: 'hypershift-admission', admit: createAdmit(dependencies) }, options)
  await register(client, server).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  return async () => {
    await client.delete(MutatingWebhookConfiguration, CONFIGURATION)
    await client.delete(ValidatingWebhookConfiguration, CONFIGURATION)
    await server.close()
  }
}

async function register(client: Client, server: AdmissionServer): Promise<void> {
  const kinds = [HostedCluster, NodePool]
  const metadata = { ...CONFIGURATION, labels: WEBHOOK_LABELS }
  await client.apply(
    MutatingWebhookConfiguration,
    { metadata, webhooks: kinds.map((kind) => webhookOf(server, kind, ['CREATE'])) },
    { force: true },
  )
  const validating = kinds.map((kind) => ({
    ...webhookOf(server, kind, ['CREATE', 'UPDATE']),
    matchConditions: [HAS_VM_PATCH],
  }))
  await client.apply(ValidatingWebhookConfiguration, { metadata, webhooks: validating }, { force: true })
}

function webhookOf(
  { url, ca }: AdmissionServer,
  { group, version, plural }: typeof NodePool | typeof HostedCluster,
  operations: string[],
) {
  return {
    name: `${plural}.${group}`,
    admissionReviewVersions: ['v1'],
    clientConfig: { url: `${url}/${plural}`, caBundle: Buffer.from(ca).toString('base64') },
    rules: [{ operations, apiGroups: [group], apiVersions: [version], resources: [plural] }],
    // While nobody answers, objects get in as they are: what must be there, the schema asks for.
    failurePolicy: 'Ignore',
    sideEffects: 'None',
  }
}
