import type { JsonObject } from '@skep/schema'
import { IGNITION_CA_SECRET } from '../conditions/ignition-endpoint.ts'
import { known, type PoolScope } from '../scope.ts'

/** What a machine boots with: an Ignition configuration that says where the rest is, and how to ask for it. */
export function userData(scope: PoolScope, encodedToken: string): string {
  const { parts, poolKey, controlPlane, hostedCluster } = scope
  const authority = parts.reads.secrets.get({ namespace: controlPlane, name: IGNITION_CA_SECRET })?.data?.['tls.crt']
  const headers = {
    Authorization: `Bearer ${encodedToken}`,
    NodePool: poolKey,
    TargetConfigVersionHash: known(scope.config, 'configuration').hash,
  }
  const config: JsonObject = {
    ignition: {
      config: {
        merge: [
          {
            httpHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
            source: `https://${hostedCluster.status?.ignitionEndpoint}/ignition`,
          },
        ],
      },
      ...proxyOf(hostedCluster.spec.configuration?.proxy),
      security: { tls: { certificateAuthorities: [{ source: `data:text/plain;base64,${authority}` }] } },
      version: '3.2.0',
    },
  }
  return JSON.stringify(config)
}

/** How a machine gets out, where it cannot directly. */
function proxyOf(proxy: JsonObject | undefined): JsonObject {
  const { httpProxy, httpsProxy, noProxy } = proxy ?? {}
  if (!httpProxy && !httpsProxy) return {}
  return {
    proxy: {
      ...(httpProxy ? { httpProxy } : {}),
      ...(httpsProxy ? { httpsProxy } : {}),
      ...(typeof noProxy === 'string' && noProxy !== '' ? { noProxy: noProxy.split(',') } : {}),
    },
  }
}
