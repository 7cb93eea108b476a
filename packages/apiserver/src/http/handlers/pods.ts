import { DeleteOptions as DeleteOptionsSchema } from '@skep/api'
import { StatusError } from '@skep/base'
import { compileSchema, isObject, type JsonObject } from '@skep/schema'
import { badRequest, notFound, unknownResource } from '../../registry/errors.ts'
import { parseObject } from '../../registry/object-bytes.ts'
import { type Binding, bindPod } from '../../registry/subresources/pod-binding.ts'
import { evictPod } from '../../registry/subresources/pod-eviction.ts'
import type { ResourceRequest } from '../api-request.ts'
import { checkDeleteOptions } from '../delete-options.ts'
import { negotiate } from '../negotiate.ts'
import { readText } from '../read-object.ts'
import { sendJson, sendText } from '../respond.ts'
import { readWriteOptions } from '../write-options.ts'
import { findEntry } from './get.ts'

const BUDGETS = { group: 'policy', resource: 'poddisruptionbudgets' }

/** POST of `pods/NAME/binding`: a scheduler's decision. */
export async function handleBinding(request: ResourceRequest): Promise<void> {
  const { dryRun } = readWriteOptions(request.query, 'CreateOptions')
  const binding = (await readBody(request)) as Binding
  const { namespace, name } = request.info
  await bindPod(request.target, { namespace, name: name || (binding.metadata?.name ?? ''), dryRun }, binding)
  sendDone(request)
}

/** POST of `pods/NAME/eviction`: a deletion that disruption budgets have a say in. */
export async function handleEviction(request: ResourceRequest): Promise<void> {
  const { target, info, context, cluster, query } = request
  const { dryRun = false } = readWriteOptions(query, 'CreateOptions')
  const body = await readBody(request)
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  if (metadata['name'] !== info.name) throw badRequest('name in URL does not match name in Eviction object')
  const options = readEvictionOptions(body['deleteOptions'])
  const budgets = cluster.resource(BUDGETS)
  if (!budgets) throw unknownResource()
  await evictPod(target, {
    namespace: info.namespace,
    name: info.name,
    options: { ...options, dryRun: dryRun || options.dryRun === true },
    context,
    budgets: cluster.target(budgets),
  })
  sendDone(request)
}

function readEvictionOptions(value: unknown) {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw badRequest('deleteOptions is not an object')
  const problem = compileSchema(DeleteOptionsSchema.node).decode(value)
  if (problem !== undefined) throw badRequest(`Eviction in version "v1" cannot be handled as a Eviction: ${problem}`)
  return checkDeleteOptions(value)
}

async function readBody(request: ResourceRequest): Promise<JsonObject> {
  const { value } = await readText(request)
  if (!isObject(value)) throw badRequest('the body is not an object')
  return value
}

function sendDone(request: ResourceRequest): void {
  const { format } = negotiate(request.exchange.header('accept'), false)
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
  sendJson(request, 201, status, { format, as: 'Object', metaVersion: 'v1' })
}

/** GET of `pods/NAME/log`: what the pod is said to have printed. Pods here run no processes. */
export function handleLog(request: ResourceRequest): void {
  const pod = parseObject(findEntry(request).value) as { spec?: { nodeName?: string } }
  if (!pod.spec?.nodeName) throw badRequest(`pod ${request.info.name} does not have a host assigned`)
  sendText(request.exchange, 200, '')
}

/** `exec`, `attach`, `portforward` and `proxy`: there is no process behind a pod to talk to. */
export function refuseConnection({ target, resource, info }: ResourceRequest): never {
  if (!target.collection.get(info.namespace, info.name)) throw notFound(resource, info.name)
  const [what] = info.subresource.split('/')
  throw new StatusError(
    'ServiceUnavailable',
    `${resource.resource} of this server run no processes: ${what} is not available`,
  )
}
