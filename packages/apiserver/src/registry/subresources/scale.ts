import { formatSelector, type Scale } from '@skep/api'
import { StatusError } from '@skep/base'
import {
  asJson,
  fieldError,
  type JsonObject,
  type KubeObject,
  type ManagedFieldsEntry,
  type ScaleSubresource,
} from '@skep/schema'
import type { ServedResource } from '../../contracts.ts'
import { completeObject } from '../decode.ts'
import { invalid } from '../errors.ts'
import { applyConfiguration, trackWrite } from '../field-management.ts'
import { checkNameInPath } from '../metadata.ts'
import { parseObject } from '../object-bytes.ts'
import { setValueAt, valueAt } from '../paths.ts'
import { cloneObject, type Target, type WriteRequest } from '../target.ts'
import { updateObject } from '../update.ts'
import { numberAt } from './scale-paths.ts'

/** A scale with everything that a stored object has: what the API answers. */
export type FullScale = Scale & KubeObject

/** The scale of an object, from where its kind keeps the numbers. Throws when a custom resource has none. */
export function scaleOf(resource: ServedResource, object: KubeObject): FullScale {
  const paths = resource.scale!
  const replicas = numberAt(object, paths.specReplicasPath)
  if (replicas === undefined && resource.custom) {
    throw noReplicas(`the spec replicas field "${paths.specReplicasPath}" does not exist`)
  }
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const selector = selectorOf(object, paths)
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as KubeObject['metadata'],
    spec: replicas ? { replicas } : {},
    status: {
      replicas: numberAt(object, paths.statusReplicasPath) ?? 0,
      ...(selector === undefined ? {} : { selector }),
    },
  }
}

/** Clients know this as a failure of the server, which it is not: nothing of it need be logged. */
const noReplicas = (message: string): StatusError =>
  new StatusError('InternalError', `Internal error occurred: ${message}`, { details: { causes: [{ message }] } })

/** Custom resources keep the selector as text; built-in ones as an object, or as plain labels. */
function selectorOf(object: KubeObject, { labelSelectorPath }: ScaleSubresource): string | undefined {
  if (labelSelectorPath === undefined) return undefined
  const value = valueAt(object, labelSelectorPath)
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const isSelector = 'matchLabels' in value || 'matchExpressions' in value
  return formatSelector(isSelector ? value : { matchLabels: value as Record<string, string> })
}

/** Changes the scale of an object; `change` gets its present scale and returns the wanted one. */
export async function updateScale(
  target: Target,
  write: WriteRequest,
  change: (scale: FullScale) => Scale,
): Promise<FullScale> {
  const { resource } = target
  const { value } = await updateObject(target, write, {
    createIfAbsent: false,
    unconditional: true,
    next: (stored) => {
      const wanted = change(scaleOf(resource, stored!))
      checkNameInPath(wanted.metadata ?? {}, write.name)
      const next = withReplicas(resource, cloneObject(stored!), wanted, write.name)
      trackWrite(target, write, stored, next)
      dropScaleTimes(next)
      return next
    },
  })
  return scaleOf(resource, parseObject(value))
}

/** In place: what a change of scale owns carries no time, as clients know it. */
function dropScaleTimes({ metadata }: KubeObject): void {
  if (!metadata.managedFields) return
  metadata.managedFields = metadata.managedFields.map((entry) =>
    entry.subresource === 'scale' ? timeless(entry) : entry,
  )
}

const timeless = ({ time: _, ...entry }: ManagedFieldsEntry): ManagedFieldsEntry => entry

function withReplicas(resource: ServedResource, object: KubeObject, wanted: Scale, name: string): KubeObject {
  const replicas = wanted.spec?.replicas ?? 0
  if (!resource.custom && replicas < 0) {
    const error = fieldError.invalid('spec.replicas', replicas, 'must be greater than or equal to 0')
    throw invalid({ group: 'autoscaling', kind: 'Scale' }, name, [error])
  }
  setValueAt(object, resource.scale!.specReplicasPath, replicas)
  const version = wanted.metadata?.resourceVersion
  if (version) object.metadata.resourceVersion = version
  return object
}

/** Server-side apply of a scale: the number of replicas is the one field that it can own. */
export async function applyScale(
  target: Target,
  write: WriteRequest,
  wanted: Scale,
  force: boolean,
): Promise<FullScale> {
  const { resource } = target
  const config: JsonObject = { apiVersion: resource.apiVersion, kind: resource.kind, metadata: { name: write.name } }
  setValueAt(config, resource.scale!.specReplicasPath, wanted.spec?.replicas ?? 0)
  const { value } = await updateObject(target, write, {
    createIfAbsent: false,
    unconditional: true,
    next: (stored) => {
      const merged = applyConfiguration(target, write, stored, config, force)
      return completeObject(resource, asJson(cloneObject(merged)))
    },
  })
  return scaleOf(resource, parseObject(value))
}
