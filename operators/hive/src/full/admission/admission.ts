import { CustomResourceDefinition, type HiveAdmissionSettings, type Rejection, validateHiveAdmission } from '@skep/api'
import type { Client, ClientKind } from '@skep/client'
import {
  type AdmissionOptions,
  type AdmissionRefusal,
  type AdmissionRequest,
  type Manager,
  serveAdmission,
} from '@skep/controller'
import { toCause } from '@skep/schema'
import type { HiveSettings } from '../config/settings.ts'
import { registerWebhooks, unregisterWebhooks } from './webhooks.ts'

const GROUP = 'hive.openshift.io'

/** Kinds with this label install clusters in Hive's stead. */
const CONTRACT_LABEL = 'contracts.hive.openshift.io/clusterinstall'

/** Says of a kind that it keeps the contract of those that install clusters. */
export async function declareContract(client: Client, { plural, group }: ClientKind): Promise<void> {
  const body = { metadata: { labels: { [CONTRACT_LABEL]: 'true' } } }
  await client.patch(CustomResourceDefinition, { name: `${plural}.${group}` }, { type: 'merge', body })
}

/**
 * What judging a request depends on, as it is now; call it before the manager starts. Who asks before anything is known
 * waits until it is.
 */
export function followAdmissionSettings(
  manager: Manager,
  settings: HiveSettings,
  signal: AbortSignal,
): () => Promise<HiveAdmissionSettings> {
  const definitions = manager
    .informersOf()
    .of(CustomResourceDefinition, { labelSelector: { [CONTRACT_LABEL]: 'true' } })
  return async () => {
    await Promise.all([definitions.waitForSync(signal), settings.waitForSync(signal)])
    const { managedDomains, awsPrivateLink, releaseImageVerificationConfigMapRef } = settings.current()
    return {
      managedDomains: (managedDomains ?? []).flatMap(({ domains }) => domains ?? []),
      privateLinkRegions: (awsPrivateLink?.endpointVPCInventory ?? []).map(({ region }) => region),
      clusterInstallKinds: definitions
        .list()
        .flatMap(({ spec: { group, names, versions } }) =>
          versions.map(({ name }) => ({ group, version: name, kind: names.kind })),
        ),
      releaseDigestsOnly: releaseImageVerificationConfigMapRef !== undefined,
    }
  }
}

/** Serves the webhooks and tells the API server of them. Returns how to end that. */
export async function startAdmission(
  client: Client,
  settings: () => Promise<HiveAdmissionSettings>,
  options: AdmissionOptions,
): Promise<() => Promise<void>> {
  const server = await serveAdmission(
    {
      name: 'hiveadmission',
      admit: async (request) => {
        const rejection = validateHiveAdmission({ ...(await settings()), ...request })
        return { refusal: rejection && refusalOf(rejection, request) }
      },
    },
    options,
  )
  await registerWebhooks(client, server)
  return async () => {
    await unregisterWebhooks(client)
    await server.close()
  }
}

/** Clients such as kubectl say from the details which object is wrong. */
function refusalOf({ code, reason, message, errors }: Rejection, request: AdmissionRequest): AdmissionRefusal {
  if (errors.length === 0) return { code, reason, message }
  const name = (request.object ?? request.oldObject)?.metadata.name ?? ''
  return { code, reason, message, details: { name, group: GROUP, kind: request.kind, causes: errors.map(toCause) } }
}
