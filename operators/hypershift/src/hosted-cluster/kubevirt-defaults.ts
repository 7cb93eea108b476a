import { HostedCluster, Secret } from '@skep/api'
import { hasReason, type Random } from '@skep/base'
import { createKindResolver, type DynamicObject } from '@skep/client'
import { controllerReference } from '@skep/controller'
import { isObject, type Json, type JsonObject } from '@skep/schema'
import { ANNOTATIONS as CONTROL_PLANE_ANNOTATIONS } from '../control-plane/keys.ts'
import { MANAGEMENT_APPS_DOMAIN } from '../control-plane/network/simulated-ingress.ts'
import { publishedNames } from './published.ts'
import { hasAnnotation, patchHostedCluster, type Scope } from './scope.ts'

const ID_LENGTH = 10
const ID_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const KEY_BYTES = 32
const CONFIG_API = 'config.openshift.io/v1'

/** An id that sets a cluster apart from others on the same virtual machines' cluster. */
export const newGenerateId = (random: Random): string =>
  Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[random.int(ID_ALPHABET.length)]).join('')

/**
 * Fills in what a cluster of virtual machines has to have. True when it had to write: then the run is over, and the
 * change brings the next.
 */
export async function defaultKubevirt(scope: Scope): Promise<boolean> {
  const { hostedCluster } = scope
  if (hostedCluster.spec.platform.type !== 'KubeVirt') return false
  const spec = { ...platformDefaults(scope), ...(await domainDefaults(scope)), ...(await encryptionDefaults(scope)) }
  const annotations = await annotationDefaults(scope)
  if (Object.keys(spec).length === 0 && !annotations) return false
  await patchHostedCluster(scope, { spec, ...(annotations ? { metadata: { annotations } } : {}) })
  return true
}

function platformDefaults({ hostedCluster, parts }: Scope): JsonObject {
  const { kubevirt } = hostedCluster.spec.platform
  return kubevirt?.generateID ? {} : { platform: { kubevirt: { generateID: newGenerateId(parts.random) } } }
}

/** The domain of a cluster may be below that of the applications of the management cluster. */
async function domainDefaults(scope: Scope): Promise<JsonObject> {
  const { dns, platform } = scope.hostedCluster.spec
  if (!platform.kubevirt?.baseDomainPassthrough || dns?.baseDomain) return {}
  const ingress = await readConfig(scope, 'Ingress')
  const domain = memberOf(ingress, 'spec', 'domain')
  return { dns: { baseDomain: typeof domain === 'string' && domain !== '' ? domain : MANAGEMENT_APPS_DOMAIN } }
}

/** Secrets are encrypted with a key that is made here, and then belongs to the cluster. */
async function encryptionDefaults(scope: Scope): Promise<JsonObject> {
  const { secretEncryption } = scope.hostedCluster.spec
  const isSet = secretEncryption && (secretEncryption.type !== 'aescbc' || secretEncryption.aescbc?.activeKey.name)
  if (isSet) return {}
  const { name } = scope.hostedCluster.metadata
  const secret = publishedNames(name).etcdEncryptionKey
  await createKey(scope, secret)
  return { secretEncryption: { type: 'aescbc', aescbc: { activeKey: { name: secret } } } }
}

async function createKey({ parts, hostedCluster }: Scope, name: string): Promise<void> {
  const key = Buffer.from(Array.from({ length: KEY_BYTES }, () => parts.random.int(256)))
  const { namespace } = hostedCluster.metadata
  try {
    await parts.client.create(Secret, {
      metadata: { namespace, name, ownerReferences: [controllerReference(HostedCluster, hostedCluster)] },
      type: 'Opaque',
      data: { key: key.toString('base64') },
    })
  } catch (error) {
    // One that is there may already have encrypted something.
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
}

/** Says what the management cluster itself runs on. */
async function annotationDefaults(scope: Scope): Promise<Record<string, string> | undefined> {
  const key = CONTROL_PLANE_ANNOTATIONS.managementPlatform
  if (hasAnnotation(scope.hostedCluster, key)) return undefined
  const platform = memberOf(await readConfig(scope, 'Infrastructure'), 'status', 'platformStatus', 'type')
  return { [key]: typeof platform === 'string' ? platform : 'None' }
}

/** Configuration of the management cluster, if that is OpenShift. */
async function readConfig({ parts }: Scope, kind: string): Promise<DynamicObject | undefined> {
  const resolved = await createKindResolver(parts.client).resolve({ apiVersion: CONFIG_API, kind })
  return resolved && parts.client.get(resolved, { name: 'cluster' })
}

function memberOf(object: DynamicObject | undefined, ...path: string[]): Json | undefined {
  // An object that was read is JSON.
  let value = object as Json | undefined
  for (const step of path) value = isObject(value) ? value[step] : undefined
  return value
}
