import type { HostedCluster, NodePool } from '@skep/api'
import { asJson, type Json, type JsonObject, type JsonPatchStep, parseJson, patchJson } from '@skep/schema'
import type { Release } from '../../../contracts.ts'
import { ANNOTATIONS } from '../../annotations.ts'
import { kubevirtImage } from '../images.ts'
import { domainOf, networksOf } from './kubevirt-domain.ts'

type KubevirtPool = NonNullable<NodePool['spec']['platform']['kubevirt']>

const ROOT_VOLUME = 'rhcos'
/** Volumes of the pods of virtual machines that may be lost when they move. */
const LOCAL_VOLUMES =
  'private,public,container-disks,ephemeral-disks,libvirt-runtime,sockets,hotplug-disks,virt-bin-share-dir'

/** Why virtual machines cannot be what a pool asks for; undefined when they can. */
export function kubevirtProblem({ spec }: NodePool): string | undefined {
  const { kubevirt } = spec.platform
  if (!kubevirt) return 'nodepool.spec.platform.kubevirt is required'
  if (kubevirt.rootVolume.type === 'Persistent' && !kubevirt.rootVolume.persistent) {
    return 'the kubevirt persistent storage field must be set when rootVolume.Type=Persistent'
  }
  if (!kubevirt.attachDefaultNetwork && (kubevirt.additionalNetworks ?? []).length === 0) {
    return 'default network cannot be disabled when no additional networks are configured'
  }
  return undefined
}

/** A patch of virtual machines that somebody asked for and that does not apply. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** What virtual machines shall be. Throws a `TemplateError` when a patch that somebody asked for does not apply. */
export function kubevirtMachineSpec(hostedCluster: HostedCluster, pool: NodePool, release: Release): JsonObject {
  return {
    virtualMachineBootstrapCheck: { checkStrategy: 'none' },
    virtualMachineTemplate: patched(virtualMachine(hostedCluster, pool, release), hostedCluster, pool),
  }
}

function virtualMachine({ spec }: HostedCluster, pool: NodePool, release: Release): JsonObject {
  const kubevirt = pool.spec.platform.kubevirt!
  const { infraNamespace } = spec.platform.kubevirt?.credentials ?? {}
  const labels = {
    'hypershift.openshift.io/nodepool-name': pool.metadata.name ?? '',
    'hypershift.openshift.io/infra-id': spec.infraID ?? '',
  }
  const annotations = {
    'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': LOCAL_VOLUMES,
    ...(kubevirt.attachDefaultNetwork ? { 'kubevirt.io/allow-pod-bridge-network-live-migration': '' } : {}),
  }
  return {
    metadata: { labels, ...(infraNamespace ? { namespace: infraNamespace } : {}) },
    spec: {
      runStrategy: 'Always',
      dataVolumeTemplates: [rootVolume(kubevirt, kubevirtImage(pool, release))],
      template: { metadata: { labels, annotations }, spec: instanceSpec(kubevirt, pool.metadata.name ?? '') },
    },
  }
}

function instanceSpec(kubevirt: KubevirtPool, pool: string): JsonObject {
  const { nodeSelector } = kubevirt
  return {
    domain: domainOf(kubevirt, ROOT_VOLUME),
    evictionStrategy: 'External',
    networks: networksOf(kubevirt),
    volumes: [{ name: ROOT_VOLUME, dataVolume: { name: ROOT_VOLUME } }],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { 'hypershift.openshift.io/nodepool-name': pool } },
      },
    ],
    ...(nodeSelector && Object.keys(nodeSelector).length > 0 ? { nodeSelector } : {}),
  }
}

function rootVolume({ rootVolume: { persistent } }: KubevirtPool, image: string): JsonObject {
  const { accessModes, size, storageClass, volumeMode } = persistent ?? {}
  const storage = {
    ...(accessModes?.length ? { accessModes } : {}),
    ...(size === undefined ? {} : { resources: { requests: { storage: String(size) } } }),
    ...(storageClass ? { storageClassName: storageClass } : {}),
    ...(volumeMode ? { volumeMode } : {}),
  }
  return {
    metadata: { name: ROOT_VOLUME, labels: { 'hypershift.openshift.io/is-kubevirt-rhcos': 'true' } },
    spec: {
      source: { registry: { url: `docker://${image}`, pullMethod: 'node' } },
      ...(persistent ? { storage: asJson(storage) } : {}),
    },
  }
}

/** First what the hosted cluster asks for, then what the pool does. */
function patched(template: JsonObject, hostedCluster: HostedCluster, pool: NodePool): Json {
  let result: Json = template
  for (const { metadata } of [hostedCluster, pool]) {
    const text = metadata.annotations?.[ANNOTATIONS.kubevirtJsonPatch]
    if (text !== undefined) result = applyPatch(result, text)
  }
  return result
}

function applyPatch(template: Json, text: string): Json {
  try {
    const { value } = parseJson(text)
    if (!Array.isArray(value)) throw new SyntaxError('not a list')
    // Steps that are none are refused when they are applied.
    return patchJson(template, value as unknown as JsonPatchStep[])
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'wrong jsonpatch format' : 'it does not apply'
    const message = `failed to use the ${ANNOTATIONS.kubevirtJsonPatch} annotation; ${problem}: ${String(error)}`
    throw new TemplateError(message, { cause: error })
  }
}
