import { findCondition } from '@skep/controller'
import { type PoolScope, type PoolStep, retract, state } from '../scope.ts'

const TYPE = 'IgnitionEndpointAvailable'

/** Waits until machines could fetch their configuration. The condition is there only while they cannot. */
export const awaitIgnitionEndpoint: PoolStep = (ctx, scope) => {
  const problem = endpointProblem(scope)
  if (problem) {
    state(ctx, scope, { type: TYPE, status: 'False', ...problem })
    return {}
  }
  retract(scope, TYPE)
  return undefined
}

interface Problem {
  readonly reason: string
  readonly message: string
}

function endpointProblem({ parts, hostedCluster, controlPlane }: PoolScope): Problem | undefined {
  const { ignitionEndpoint, conditions } = hostedCluster.status ?? {}
  if (!ignitionEndpoint) {
    return { reason: 'IgnitionEndpointMissing', message: 'Ignition endpoint not available, waiting' }
  }
  const dns = findCondition(conditions, 'ExternalDNSReachable')
  // Names in zones of Azure may take long to appear; machines that boot before would not find the endpoint.
  if (hostedCluster.spec.platform.type === 'Azure' && dns?.status === 'False') {
    const message = `Ignition endpoint DNS hostname "${ignitionEndpoint}" is not resolvable: ${dns.message}`
    return { reason: 'ExternalDNSHostNotReachable', message }
  }
  return authorityProblem(parts.reads.secrets.get({ namespace: controlPlane, name: IGNITION_CA_SECRET }))
}

/** Secret with the authority of the ignition server, in the namespace of the control plane. */
export const IGNITION_CA_SECRET = 'ignition-server-ca-cert'

function authorityProblem(secret: { readonly data?: Record<string, string> } | undefined): Problem | undefined {
  const reason = 'IgnitionCACertMissing'
  if (!secret) return { reason, message: 'still waiting for ignition CA cert Secret to exist' }
  if (secret.data?.['tls.crt'] === undefined) return { reason, message: 'CA Secret is missing tls.crt key' }
  return undefined
}
