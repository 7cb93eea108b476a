import { KubevirtCluster } from '@skep/api'
import { Mistake } from '@skep/controller'
import { HOSTED_CLUSTER_ANNOTATION } from '../../naming.ts'
import { referencedSecret, writeSecret } from '../copies/copy.ts'
import { ensure } from '../ensure.ts'
import { ANNOTATIONS } from '../keys.ts'
import type { Scope } from '../scope.ts'
import { endpointOf, type Platform } from './platform.ts'
import { ensureReady } from './ready.ts'

const INFRA_CREDENTIALS = 'kubevirt-infra-credentials'

const credentialsOf = ({ hostedCluster }: Scope) => hostedCluster.spec.platform.kubevirt?.credentials

/** Machines that are virtual machines of a Kubernetes cluster. */
export const kubevirtPlatform: Platform = {
  providerImage: 'kubevirt-cluster-api-controllers',
  providerRules: [
    { apiGroups: ['kubevirt.io'], resources: ['virtualmachines', 'virtualmachineinstances'], verbs: ['*'] },
    { apiGroups: ['cdi.kubevirt.io'], resources: ['datavolumes'], verbs: ['get', 'list', 'watch'] },
  ],
  ensureCredentials: async (scope) => {
    const source = credentialsOf(scope)?.infraKubeConfigSecret
    if (!source) return
    const { data } = await referencedSecret(scope, 'infrastructure kubeconfig secret', source.name)
    const value = data?.[source.key]
    if (value === undefined) throw new Mistake(`secret ${source.name} must have a ${source.key} key`)
    await writeSecret(scope, INFRA_CREDENTIALS, { data: { kubeconfig: value } })
  },
  ensureInfrastructure: async (scope) => {
    const { parts, namespace, hostedCluster } = scope
    const ref = { namespace, name: hostedCluster.spec.infraID ?? '' }
    const { metadata } = hostedCluster
    const endpoint = endpointOf(scope)
    const cluster = await ensure(parts.client, KubevirtCluster, parts.reads.kubevirtClusters.get(ref), {
      metadata: {
        ...ref,
        annotations: {
          [HOSTED_CLUSTER_ANNOTATION]: `${metadata.namespace}/${metadata.name}`,
          [ANNOTATIONS.clusterApiManagedBy]: 'external',
        },
      },
      spec: {
        ...(endpoint ? { controlPlaneEndpoint: endpoint } : {}),
        ...(credentialsOf(scope)
          ? { infraClusterSecretRef: { kind: 'Secret', namespace, name: INFRA_CREDENTIALS } }
          : {}),
      },
    })
    return { kind: KubevirtCluster, object: await ensureReady(parts.client, KubevirtCluster, cluster) }
  },
}
