import { PersistentVolume, PersistentVolumeClaim, Pod, Service } from '@skep/api'
import { type Client, type ClientKind, type DynamicObject, isObjectMissing, kindOf, type Stored } from '@skep/client'
import { isObject, type KubeObject } from '@skep/schema'

const IngressController = kindOf({
  apiVersion: 'operator.openshift.io/v1',
  kind: 'IngressController',
  plural: 'ingresscontrollers',
  namespaced: true,
})
const VolumeSnapshot = kindOf({
  apiVersion: 'snapshot.storage.k8s.io/v1',
  kind: 'VolumeSnapshot',
  plural: 'volumesnapshots',
  namespaced: true,
})
const RegistryConfig = kindOf({
  apiVersion: 'imageregistry.operator.openshift.io/v1',
  kind: 'Config',
  plural: 'configs',
  namespaced: false,
})

/** Services of ingress controllers go with these. */
const OWNING_INGRESS = 'ingresscontroller.operator.openshift.io/owning-ingresscontroller'

/** Kinds of things in the cloud of a tenant, each with what removes them and then tells whether none is left. */
export const CLOUD_RESOURCES: Readonly<Record<string, (client: Client) => Promise<boolean>>> = {
  'image-registry': removeRegistryStorage,
  'ingress-controllers': (client) => removeAll(client, IngressController),
  loadbalancers: removeLoadBalancers,
  'persistent-volumes': removeVolumes,
  'volume-snapshots': (client) => removeAll(client, VolumeSnapshot),
}

/** Asks for the storage of the registry to be removed. There is none unless its operator says so. */
async function removeRegistryStorage(client: Client): Promise<boolean> {
  const config = await ifServed(client.get(RegistryConfig, { name: 'cluster' }))
  const state = memberOf(memberOf(config?.['status'], 'storage'), 'managementState')
  if (!config || !state || state === 'Removed') return true
  if (memberOf(config['spec'], 'managementState') !== 'Removed') {
    await client.patch(
      RegistryConfig,
      { name: 'cluster' },
      { type: 'merge', body: { spec: { managementState: 'Removed' } } },
    )
  }
  return false
}

async function removeLoadBalancers(client: Client): Promise<boolean> {
  const { items } = await client.list(Service)
  const balanced = items.filter(({ spec }) => spec?.type === 'LoadBalancer')
  await deleteEach(
    client,
    Service,
    balanced.filter((service) => !isOfIngress(service)),
  )
  return balanced.length === 0
}

const isOfIngress = ({ metadata: { labels, annotations } }: Service): boolean =>
  labels?.[OWNING_INGRESS] !== undefined || annotations?.[OWNING_INGRESS] !== undefined

/** Volumes go when nobody claims them; pods that use a claim keep it. */
async function removeVolumes(client: Client): Promise<boolean> {
  const { items } = await client.list(PersistentVolume)
  if (items.length === 0) return true
  await deleteEach(client, PersistentVolumeClaim, (await client.list(PersistentVolumeClaim)).items)
  const usesClaim = ({ spec }: Pod) => spec?.volumes?.some((volume) => volume.persistentVolumeClaim !== undefined)
  await deleteEach(client, Pod, (await client.list(Pod)).items.filter(usesClaim))
  return false
}

/** True when there was nothing to remove. */
async function removeAll(client: Client, kind: ClientKind<DynamicObject>): Promise<boolean> {
  const items = (await ifServed(client.list(kind)))?.items ?? []
  await deleteEach(client, kind, items)
  return items.length === 0
}

async function deleteEach<T extends KubeObject>(client: Client, kind: ClientKind<T>, items: readonly Stored<T>[]) {
  for (const { metadata } of items) {
    if (!metadata.deletionTimestamp) await client.delete(kind, metadata, { preconditions: { uid: metadata.uid } })
  }
}

/** Undefined for a kind that the cluster does not know, of which there is nothing. */
async function ifServed<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isObjectMissing(error) || hasNoSuchKind(error)) return undefined
    throw error
  }
}

const hasNoSuchKind = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 404

const memberOf = (value: unknown, member: string): unknown =>
  isObject(value as never) ? (value as Record<string, unknown>)[member] : undefined
