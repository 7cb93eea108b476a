import type { Pod } from '@skep/api'
import type { AdmissionRequest } from '../contracts.ts'

/** Whether a request creates a pod, rather than one of its subresources. */
export const createsPod = ({ operation, resource, subresource }: AdmissionRequest): boolean =>
  operation === 'CREATE' && resource.resource === 'pods' && resource.group === '' && subresource === ''

/** The pod of a request for which `createsPod` holds. */
export const podOf = ({ object }: AdmissionRequest): Pod => object as Pod
