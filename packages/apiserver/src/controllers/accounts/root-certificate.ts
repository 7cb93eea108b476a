import type { ConfigMap } from '@skep/api'
import { hasReason } from '@skep/base'
import { type ControllerDefinition, isResource, serviceAccount } from '../controller.ts'
import { isTerminating, NAMESPACES } from './namespaces.ts'

const CONFIG_MAPS = { group: '', resource: 'configmaps' }
const ROOT_CERTIFICATE = 'kube-root-ca.crt'
const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'

/** The ConfigMap with which pods verify the API server; the same in every namespace. */
export const rootCertificateMap = (namespace: string, caPem: string): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: ROOT_CERTIFICATE, namespace, annotations: { 'kubernetes.io/description': DESCRIPTION } },
  data: { 'ca.crt': caPem },
})

/** Keeps the server's certificate authority in every namespace, and as it should be. */
export function rootCertificateController(caPem: string): ControllerDefinition {
  return {
    name: 'root-ca-cert-publisher',
    identity: serviceAccount('root-ca-cert-publisher'),
    watches: [NAMESPACES, CONFIG_MAPS],
    keysOf: ({ type, clusterId, namespace, name, ...at }) => {
      if (isResource(at, NAMESPACES)) return type === 'put' ? [{ clusterId, namespace: '', name }] : []
      return name === ROOT_CERTIFICATE ? [{ clusterId, namespace: '', name: namespace }] : []
    },
    reconcile: async ({ name: namespace }, cluster) => {
      const { objects } = cluster
      const existing = objects.get(CONFIG_MAPS, namespace, ROOT_CERTIFICATE) as ConfigMap | undefined
      if (existing?.data?.['ca.crt'] === caPem) return undefined
      if (isTerminating(cluster, namespace)) return undefined
      const wanted = rootCertificateMap(namespace, caPem)
      try {
        if (!existing) await objects.create(CONFIG_MAPS, namespace, wanted)
        else
          await objects.modify(
            CONFIG_MAPS,
            namespace,
            ROOT_CERTIFICATE,
            (map) => ({ ...map, data: wanted.data }) as ConfigMap,
          )
      } catch (error) {
        if (!hasReason(error, 'AlreadyExists') && !hasReason(error, 'Forbidden')) throw error
      }
      return undefined
    },
  }
}
