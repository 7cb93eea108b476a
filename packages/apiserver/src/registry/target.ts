import type { Clock, Random } from '@skep/base'
import { asJson, cloneJson, type KubeObject } from '@skep/schema'
import type { ClusterView, RequestContext, ServedResource, WriteOptions } from '../contracts.ts'
import type { AdmissionChain } from './admission.ts'
import type { Collection } from './collection.ts'

/** What the registry's operations need from the server around them. */
export interface RegistryServices {
  readonly clock: Clock
  readonly random: Random
  readonly admission: AdmissionChain
}

/** One resource of one logical cluster, in the version that a request asks for. */
export interface Target {
  readonly cluster: ClusterView
  readonly resource: ServedResource
  readonly collection: Collection
  readonly services: RegistryServices
}

/** Who writes, and how. */
export interface WriteRequest {
  readonly namespace: string
  /** Name in the path; empty on create. */
  readonly name: string
  /** Empty for the main resource. */
  readonly subresource: string
  readonly options: WriteOptions
  readonly context: RequestContext
}

/** The outcome of a write. */
export interface Written {
  /** The object in the version that was asked for, as bytes. */
  readonly value: Buffer
  readonly created: boolean
}

/** Who owns the fields that a write sets: its manager, or the client by its name. */
export const managerOf = ({ options, context }: WriteRequest): string => options.fieldManager || context.userAgent

/** A copy that shares nothing with the object. */
export const cloneObject = (object: KubeObject): KubeObject => cloneJson(asJson(object)) as unknown as KubeObject
