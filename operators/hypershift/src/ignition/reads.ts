import { ConfigMap, HostedCluster, NodePool, Secret } from '@skep/api'
import type { IndexFunction, Informer, ObjectRef, Stored } from '@skep/client'
import type { Manager } from '@skep/controller'
import { controlPlaneNamespace } from '../naming.ts'
import { ANNOTATIONS } from '../node-pool/annotations.ts'
import { poolKeyOf } from '../node-pool/reads.ts'

/** Copies of what the ignition server answers from. */
export interface IgnitionReads {
  readonly secrets: Informer<Secret>
  readonly configMaps: Informer<ConfigMap>
  readonly pools: Informer<NodePool>
  readonly hostedClusters: Informer<HostedCluster>
  /** The Secret that a token, in base64, is in. */
  byToken(encoded: string): Stored<Secret> | undefined
  /** Token Secrets of a pool, `NAMESPACE/NAME`; of all unless given. */
  tokenSecrets(poolKey?: string): Stored<Secret>[]
  /** Namespace of the control plane whose machines ask for this host name. */
  controlPlaneAt(host: string): string | undefined
  /** The hosted cluster that a token Secret is for, and its pool. */
  owners(secret: Stored<Secret>): { pool?: Stored<NodePool>; hostedCluster?: Stored<HostedCluster> }
}

const TOKEN = 'ignitionToken'
const TOKEN_POOL = 'ignitionTokenPool'
const HOST = 'ignitionHost'

/** Whether a Secret holds a token. */
export const isTokenSecret = ({ metadata }: Stored): boolean =>
  metadata.annotations?.[ANNOTATIONS.ignitionConfig] !== undefined

/** Secrets hold values in base64, which is how tokens come in requests as well. */
const byTokens: IndexFunction<Secret> = (secret) =>
  isTokenSecret(secret)
    ? [secret.data?.['token'], secret.data?.['old_token']].filter((token) => token !== undefined)
    : []

const byTokenPool: IndexFunction<Secret> = (secret) => (isTokenSecret(secret) ? ['', poolKeyOf(secret) ?? '?'] : [])

/** Reads from the copies of a manager. */
export function createIgnitionReads(manager: Manager): IgnitionReads {
  const informers = manager.informersOf()
  const secrets = informers.of(Secret, { indexes: { [TOKEN]: byTokens, [TOKEN_POOL]: byTokenPool } })
  const pools = informers.of(NodePool)
  const hostedClusters = informers.of(HostedCluster, {
    indexes: { [HOST]: ({ status }) => (status?.ignitionEndpoint ? [hostOf(status.ignitionEndpoint)] : []) },
  })
  return {
    secrets,
    pools,
    hostedClusters,
    configMaps: informers.of(ConfigMap),
    byToken: (encoded) => secrets.find(TOKEN, encoded)[0],
    tokenSecrets: (poolKey = '') => secrets.find(TOKEN_POOL, poolKey),
    controlPlaneAt: (host) => {
      const [hostedCluster] = hostedClusters.find(HOST, host)
      if (!hostedCluster) return undefined
      const { namespace = '', name } = hostedCluster.metadata
      return controlPlaneNamespace({ namespace, name })
    },
    owners: (secret) => {
      const ref = refOf(poolKeyOf(secret) ?? '')
      const pool = pools.get(ref)
      if (!pool) return {}
      const hostedCluster = hostedClusters.get({ ...ref, name: pool.spec.clusterName })
      return { pool, ...(hostedCluster ? { hostedCluster } : {}) }
    },
  }
}

/** A host name without its port. */
const hostOf = (endpoint: string): string => endpoint.replace(/:\d+$/, '')

function refOf(key: string): ObjectRef {
  const [namespace = '', name = ''] = key.split('/')
  return { namespace, name }
}
