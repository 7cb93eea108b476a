import type { KindRules } from '@skep/schema'
import { ingressTable } from './ingress.table.ts'
import type { Ingress } from './ingress.ts'
import {
  CLASS_ANNOTATION,
  validateClassAnnotation,
  validateIngressSpec,
  validateIngressStatus,
} from './ingress.validate.ts'

/** What Ingresses do beyond their schema. */
export const ingressRules: KindRules<Ingress> = {
  prepareForCreate: (ingress) => {
    ingress.status = { loadBalancer: {} }
  },
  validate: (ingress) => [...validateIngressSpec(ingress.spec), ...validateClassAnnotation(ingress)],
  validateUpdate: ({ status = {} }, _stored, { subresource }) =>
    subresource === 'status' ? validateIngressStatus(status) : [],
  warnings: ({ metadata, spec }, stored) =>
    stored === undefined &&
    metadata.annotations?.[CLASS_ANNOTATION] !== undefined &&
    spec.ingressClassName === undefined
      ? [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`]
      : [],
  cells: ingressTable.cells,
}
