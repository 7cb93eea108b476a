import type { Ingress, IngressClass } from '@skep/api'
import type { AdmissionPlugin } from '../contracts.ts'
import { forbidden } from '../registry/errors.ts'

const INGRESS_CLASSES = { group: 'networking.k8s.io', resource: 'ingressclasses' }
const IS_DEFAULT = 'ingressclass.kubernetes.io/is-default-class'
const LEGACY_CLASS = 'kubernetes.io/ingress.class'

/** An ingress that names no class gets the default one. */
export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  handles: ({ operation, resource, subresource }) =>
    operation === 'CREATE' && resource.resource === 'ingresses' && resource.custom === false && subresource === '',
  mutate: ({ cluster, object, resource, name }) => {
    const ingress = object as Ingress
    if (ingress.spec?.ingressClassName !== undefined || ingress.metadata.annotations?.[LEGACY_CLASS]) return
    const classes = cluster.objects.list(INGRESS_CLASSES) as IngressClass[]
    const defaults = classes.filter(({ metadata }) => metadata.annotations?.[IS_DEFAULT] === 'true')
    if (defaults.length > 1) {
      throw forbidden(resource, name, `${defaults.length} default IngressClasses were found, only 1 allowed`)
    }
    const [only] = defaults
    if (only && ingress.spec) ingress.spec.ingressClassName = only.metadata.name
  },
}
