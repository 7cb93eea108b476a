import type { JsonObject, KubeObject } from '@skep/schema'
import type { AdmissionOperation, AdmissionRequest, DeleteOptions, RequestContext, WriteOptions } from '../contracts.ts'
import { OPTIONS_KIND } from './admission.ts'
import type { Target, WriteRequest } from './target.ts'

/** What every write has in common for admission. */
abstract class Admission {
  readonly cluster: AdmissionRequest['cluster']
  readonly resource: AdmissionRequest['resource']
  readonly dryRun: boolean
  readonly context: RequestContext

  constructor(
    { cluster, resource }: Target,
    { dryRun = false }: WriteOptions | DeleteOptions,
    context: RequestContext,
  ) {
    this.cluster = cluster
    this.resource = resource
    this.dryRun = dryRun
    this.context = context
  }
}

/** The admission request of a create or update. */
export class WriteAdmission extends Admission implements AdmissionRequest {
  readonly operation: AdmissionOperation
  readonly subresource: string
  readonly namespace: string
  readonly object: KubeObject
  readonly oldObject: KubeObject | undefined
  readonly #write: WriteRequest

  /** A create unless there is an old object. */
  constructor(target: Target, write: WriteRequest, object: KubeObject, oldObject?: KubeObject) {
    super(target, write.options, write.context)
    this.operation = oldObject ? 'UPDATE' : 'CREATE'
    this.subresource = write.subresource
    this.namespace = write.namespace
    this.object = object
    this.oldObject = oldObject
    this.#write = write
  }

  get name(): string {
    return this.#write.name || (this.object.metadata.name ?? '')
  }

  get options(): JsonObject {
    const { dryRun, fieldManager, fieldValidation } = this.#write.options
    return optionsObject(this.operation, {
      ...(dryRun ? { dryRun: ['All'] } : {}),
      ...(fieldManager ? { fieldManager } : {}),
      ...(fieldValidation ? { fieldValidation } : {}),
    })
  }
}

/** The admission request of a delete: there is no new object, and the old one is read only if someone looks. */
export class DeletionAdmission extends Admission implements AdmissionRequest {
  readonly operation = 'DELETE'
  readonly subresource = ''
  readonly namespace: string
  readonly name: string
  readonly object = undefined
  readonly #oldObject: () => KubeObject
  readonly #options: DeleteOptions

  constructor(
    target: Target,
    at: { namespace: string; name: string },
    oldObject: () => KubeObject,
    options: DeleteOptions,
    context: RequestContext,
  ) {
    super(target, options, context)
    this.namespace = at.namespace
    this.name = at.name
    this.#oldObject = oldObject
    this.#options = options
  }

  get oldObject(): KubeObject {
    return this.#oldObject()
  }

  get options(): JsonObject {
    const { dryRun, ...rest } = this.#options
    return optionsObject('DELETE', { ...(rest as JsonObject), ...(dryRun ? { dryRun: ['All'] } : {}) })
  }
}

const optionsObject = (operation: AdmissionOperation, options: JsonObject): JsonObject => ({
  apiVersion: 'meta.k8s.io/v1',
  kind: OPTIONS_KIND[operation] ?? 'CreateOptions',
  ...options,
})
