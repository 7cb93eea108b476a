import { ClusterDeployment, Secret } from '@skep/api'
import { controllerReference } from '@skep/controller'
import { isObject, type JsonObject } from '@skep/schema'
import { LABELS } from '../../labels.ts'
import { deploymentNames } from '../../naming.ts'
import { decodeSecret } from '../secrets.ts'
import type { DeploymentScope, DeploymentStep } from './scope.ts'

const KEY = '.dockerconfigjson'

/** Merges the pull secret of the service with that of the cluster, whose entries win. */
export const mergePullSecrets: DeploymentStep = async (ctx, scope) => {
  const { deployment } = scope
  const texts = [await readPullSecret(scope, 'global'), await readPullSecret(scope, 'own')]
  const given = texts.filter((text) => text !== undefined)
  if (given.length === 0) {
    const message = 'Neither the ClusterDeployment nor the HiveConfig names a pull secret that is there'
    ctx.events.record(deployment, { type: 'Warning', reason: 'PullSecretMissing', message })
    return {}
  }
  await writeMerged(scope, mergeAuths(given))
  return undefined
}

async function readPullSecret({ parts, deployment }: DeploymentScope, which: 'global' | 'own') {
  const settings = parts.settings
  const [ref, namespace] =
    which === 'own'
      ? [deployment.spec.pullSecretRef, deployment.metadata.namespace]
      : [settings.current().globalPullSecretRef, settings.namespace()]
  if (!ref?.name) return undefined
  const secret = await parts.secrets.get({ namespace, name: ref.name })
  return secret && decodeSecret(secret, KEY)
}

/** One document with the entries of all; of the same registry, the last one's. */
export function mergeAuths(texts: readonly string[]): string {
  const auths: JsonObject = {}
  for (const text of texts) {
    const document: unknown = parseQuietly(text)
    if (isObject(document) && isObject(document['auths'])) Object.assign(auths, document['auths'])
  }
  return JSON.stringify({ auths })
}

function parseQuietly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function writeMerged({ parts, deployment }: DeploymentScope, text: string): Promise<void> {
  const { namespace } = deployment.metadata
  const name = deploymentNames.mergedPullSecret(deployment.metadata.name)
  const there = await parts.secrets.get({ namespace, name })
  if (there && decodeSecret(there, KEY) === text) return
  await parts.client.apply(
    Secret,
    {
      metadata: {
        namespace,
        name,
        labels: {
          [LABELS.clusterDeploymentName]: deployment.metadata.name,
          [LABELS.secretType]: 'merged-pull-secret',
        },
        ownerReferences: [controllerReference(ClusterDeployment, deployment)],
      },
      type: 'kubernetes.io/dockerconfigjson',
      data: { [KEY]: Buffer.from(text).toString('base64') },
    },
    { force: true },
  )
}
