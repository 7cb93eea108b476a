import { ClusterApiCluster, HostedCluster, Secret } from '@skep/api'
import type { ObjectRef, Stored } from '@skep/client'
import { failing, nameOf, operator, user, type Verdict, waiting } from './model.ts'
import type { Reader } from './reader.ts'

/** The API of a tenant: a reader of it, or why there is none. */
export type TenantApi = { readonly tenant: Reader } | { readonly closed: Verdict }

/** Where a kubeconfig is kept. */
interface KubeconfigRef extends ObjectRef {
  readonly key: string
}

/** Name of the annotation that says for which HostedCluster something was made. */
const HOSTED_CLUSTER = 'hypershift.openshift.io/cluster'

/** Opens the API of a hosted cluster by the kubeconfig that is published for its administrators. */
export async function openHostedCluster(read: Reader, { metadata, status }: Stored<HostedCluster>): Promise<TenantApi> {
  const { namespace = '', name } = metadata
  if (!status?.kubeconfig) {
    const waitsFor = 'a kubeconfig to be published; what is inside the cluster is not known until then'
    return { closed: waiting({ state: 'Closed', waitsFor, nextActor: operator('hypershift') }) }
  }
  return openTenant(read, name, { namespace, name: status.kubeconfig.name, key: 'kubeconfig' })
}

/** Opens the API that the machines of a Cluster join: as its HostedCluster says, or as Cluster API keeps it. */
export async function openMachineCluster(read: Reader, namespace: string, clusterName: string): Promise<TenantApi> {
  const cluster = await read.get(ClusterApiCluster, { namespace, name: clusterName })
  const [hostedNamespace, name] = (cluster?.metadata.annotations?.[HOSTED_CLUSTER] ?? '').split('/')
  const ref = hostedNamespace && name ? { namespace: hostedNamespace, name } : undefined
  const hosted = ref && (await read.get(HostedCluster, ref))
  if (hosted) return openHostedCluster(read, hosted)
  return openTenant(read, clusterName, { namespace, name: `${clusterName}-kubeconfig`, key: 'value' })
}

async function openTenant(read: Reader, cluster: string, { key, ...ref }: KubeconfigRef): Promise<TenantApi> {
  const secret = await read.get(Secret, ref)
  const kubeconfig = secret?.data?.[key]
  if (kubeconfig === undefined) {
    const waitsFor = `Secret ${nameOf(ref)} with key ${key}, which is not there or may not be read`
    return {
      closed: waiting({ state: 'Closed', waitsFor, nextActor: user('look as somebody who may read that Secret') }),
    }
  }
  try {
    return { tenant: await read.open(cluster, Buffer.from(kubeconfig, 'base64').toString()) }
  } catch (error) {
    const waitsFor = `an answer of its API: ${error instanceof Error ? error.message : String(error)}`
    return { closed: failing({ state: 'Unreachable', waitsFor, nextActor: operator('hypershift') }) }
  }
}
