import { formatTime } from '@skep/base'
import { checkLabelValue, checkQualifiedName, isObject, type JsonObject } from '@skep/schema'
import { IDENTITY_PROVIDER_TYPES } from '../model/children/access.ts'
import { checkRange } from '../model/cluster/check.ts'
import { checkMachineType } from '../model/cluster/known.ts'
import { isOwnLabel } from '../model/label-keys.ts'
import { valueAt } from '../model/paths.ts'
import { badRequest, conflict } from '../model/problem.ts'
import type { ChildRecord } from '../records/child-record.ts'
import type { ChildContext } from './child-resource.ts'

const TOO_FEW_REPLICAS = 'We need to have at least 2 replicas without taints across all the node pools.'
const MIN_REPLICAS = 2

/** Checks a machine pool: one way of scaling, and machines that exist. */
export function checkMachinePool(document: JsonObject, { parts, record }: ChildContext): JsonObject {
  requireOneScaling(document)
  const range = document['autoscaling']
  if (isObject(range)) checkRange('autoscaling', number(range['min_replicas']), number(range['max_replicas']))
  const { cloud_provider: provider, nodes } = record.cluster
  const instanceType = document['instance_type'] ?? nodes?.compute_machine_type?.id
  if (typeof instanceType === 'string') checkMachineType(instanceType, provider?.id, parts.driver.catalog)
  return instanceType === undefined ? document : { ...document, instance_type: instanceType }
}

/** Checks a node pool: one way of scaling, and enough replicas in all. */
export async function checkNodePool(
  document: JsonObject,
  context: ChildContext,
  before?: JsonObject,
): Promise<JsonObject> {
  requireOneScaling(document)
  const range = document['autoscaling']
  if (isObject(range)) checkRange('autoscaling', number(range['min_replica']), number(range['max_replica']))
  const { parts, record } = context
  checkMachineType(
    text(valueAt(document, 'aws_node_pool.instance_type')),
    record.cluster.cloud_provider?.id,
    parts.driver.catalog,
  )
  const others = (await context.siblings()).filter(({ id }) => id !== document['id'])
  requireReplicas([document, ...others.map((other) => other.document)])
  if (before) return document
  const state = { value: 'pending', last_updated_timestamp: formatTime(parts.clock.now()) }
  return { auto_repair: true, ...document, status: { state, current_replicas: 0 } }
}

/** Keeps enough nodes for what every cluster runs. On Azure the resource provider sees to that. */
export async function checkNodePoolRemoval(child: ChildRecord, { record, siblings }: ChildContext): Promise<void> {
  if (record.cluster.cloud_provider?.id === 'azure' || record.deletion) return
  requireReplicas((await siblings()).filter(({ id }) => id !== child.id).map(({ document }) => document))
}

function requireReplicas(pools: readonly Readonly<JsonObject>[]): void {
  const untainted = pools.filter(({ taints }) => !Array.isArray(taints) || taints.length === 0)
  const total = untainted.reduce((sum, pool) => sum + replicasOf(pool), 0)
  if (total < MIN_REPLICAS) throw badRequest(TOO_FEW_REPLICAS)
}

const replicasOf = (pool: Readonly<JsonObject>): number =>
  number(pool['replicas']) ?? number(valueAt(pool, 'autoscaling.min_replica')) ?? 0

function requireOneScaling(document: JsonObject): void {
  const fixed = document['replicas'] !== undefined
  const scaled = document['autoscaling'] !== undefined
  if (fixed && scaled) throw badRequest("Attributes 'replicas' and 'autoscaling' can't be used together")
  if (!fixed && !scaled) throw badRequest("One of the attributes 'replicas' and 'autoscaling' is mandatory")
}

/** Checks an identity provider: a name, and the settings of exactly one type. */
export async function checkIdentityProvider(document: JsonObject, context: ChildContext): Promise<JsonObject> {
  const kinds = Object.entries(IDENTITY_PROVIDER_TYPES).filter(([name]) => document[name] !== undefined)
  const [first] = kinds
  const type = document['type'] ?? first?.[1]
  if (kinds.length > 1 || (first && type !== first[1]) || type === undefined) {
    const names = Object.keys(IDENTITY_PROVIDER_TYPES).join("', '")
    throw badRequest(`Exactly one of the attributes '${names}' is needed, and 'type' must agree with it`)
  }
  await requireUnused(document, 'name', 'Identity provider', context)
  return { challenge: false, login: true, mapping_method: 'claim', ...document, type }
}

/** Checks that a name is given, and that no other of its kind has it. */
export const checkNamed =
  (noun: string) =>
  async (document: JsonObject, context: ChildContext): Promise<JsonObject> => {
    await requireUnused(document, 'name', noun, context)
    return document
  }

function refuse(attribute: string, [complaint]: readonly string[]): void {
  if (complaint !== undefined) throw badRequest(`Attribute '${attribute}' is invalid: ${complaint}`)
}

/** Checks objects that shall be kept in a cluster: each is one, and can be told from others. */
export function checkSyncset(document: JsonObject): JsonObject {
  const resources = Array.isArray(document['resources']) ? document['resources'] : []
  for (const [index, resource] of resources.entries()) {
    for (const path of ['apiVersion', 'kind', 'metadata.name']) {
      if (isObject(resource) && text(valueAt(resource, path))) continue
      throw badRequest(`Attribute 'resources[${index}].${path}' is mandatory`)
    }
  }
  return document
}

/** Checks a label: one that Kubernetes takes and the service does not need, with a key that no other label has. */
export async function checkLabel(document: JsonObject, context: ChildContext): Promise<JsonObject> {
  const [key, value] = [text(document['key']) ?? '', text(document['value']) ?? '']
  refuse('key', key === '' ? [] : checkQualifiedName(key))
  refuse('value', checkLabelValue(value))
  if (isOwnLabel(key)) throw badRequest(`Attribute 'key' is invalid: label '${key}' is written by the service itself`)
  await requireUnused(document, 'key', 'Label', context)
  return document
}

async function requireUnused(document: JsonObject, attribute: string, noun: string, { siblings }: ChildContext) {
  const value = document[attribute]
  if (typeof value !== 'string' || value === '') throw badRequest(`Attribute '${attribute}' is mandatory`)
  const taken = (await siblings()).some((other) => other.id !== document['id'] && other.document[attribute] === value)
  if (taken) throw conflict(`${noun} with ${attribute} '${value}' already exists`)
}

/** Checks an ingress: a cluster has one that is the default. */
export async function checkIngress(document: JsonObject, { siblings }: ChildContext): Promise<JsonObject> {
  const isDefault = document['default'] === true
  const another = (await siblings()).some((other) => other.id !== document['id'] && other.document['default'] === true)
  if (isDefault && another) throw conflict('The cluster has a default ingress already')
  return { default: false, listening: 'external', ...document }
}

/** Keeps the default ingress. */
export function checkIngressRemoval({ id, document }: ChildRecord): void {
  if (document['default'] === true) throw badRequest(`Ingress '${id}' is the default one and can't be deleted`)
}

const number = (value: JsonObject[string]): number | undefined => (typeof value === 'number' ? value : undefined)
const text = (value: JsonObject[string]): string | undefined => (typeof value === 'string' ? value : undefined)
