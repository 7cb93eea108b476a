import type { JsonObject, KubeObject } from '@skep/schema'
import type { AdmissionOperation, AdmissionRequest, DeleteOptions, RequestContext, WriteOptions } from '../contracts.ts'
import { OPTIONS_KIND } from './admission.ts'
import type { Target, WriteRequest } from './target.ts'

/** The admission request of a create or update. */
export function admissionRequest(
  target: Target,
  write: WriteRequest,
  operation: AdmissionOperation,
  object: KubeObject,
  oldObject: KubeObject | undefined,
): AdmissionRequest {
  const { dryRun = false } = write.options
  return {
    cluster: target.cluster,
    operation,
    resource: target.resource,
    subresource: write.subresource,
    namespace: write.namespace,
    name: write.name || (object.metadata.name ?? ''),
    object,
    oldObject,
    // Few ever look.
    get options() {
      return writeOptionsObject(operation, write.options)
    },
    dryRun,
    context: write.context,
  }
}

const writeOptionsObject = (operation: AdmissionOperation, options: WriteOptions): JsonObject =>
  optionsObject(operation, {
    ...(options.dryRun ? { dryRun: ['All'] } : {}),
    ...(options.fieldManager ? { fieldManager: options.fieldManager } : {}),
    ...(options.fieldValidation ? { fieldValidation: options.fieldValidation } : {}),
  })

/** The admission request of a delete: there is no new object, and the old one is read only if someone looks. */
export function deletionRequest(
  target: Target,
  at: { namespace: string; name: string },
  oldObject: () => KubeObject,
  options: DeleteOptions,
  context: RequestContext,
): AdmissionRequest {
  const { dryRun = false } = options
  return {
    cluster: target.cluster,
    operation: 'DELETE',
    resource: target.resource,
    subresource: '',
    namespace: at.namespace,
    name: at.name,
    object: undefined,
    get oldObject() {
      return oldObject()
    },
    get options() {
      const { dryRun: _, ...rest } = options
      return optionsObject('DELETE', { ...(rest as JsonObject), ...(dryRun ? { dryRun: ['All'] } : {}) })
    },
    dryRun,
    context,
  }
}

const optionsObject = (operation: AdmissionOperation, options: JsonObject): JsonObject => ({
  apiVersion: 'meta.k8s.io/v1',
  kind: OPTIONS_KIND[operation] ?? 'CreateOptions',
  ...options,
})
