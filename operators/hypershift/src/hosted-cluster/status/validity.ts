import type { ConditionUpdate } from '@skep/controller'
import { type Scope, state } from '../scope.ts'
import { configurationProblem } from '../validation/configuration.ts'
import { proxyProblem } from '../validation/proxy.ts'

/** Platforms on which clusters can be made here. */
const SUPPORTED_PLATFORMS = new Set(['AWS', 'Azure', 'Agent', 'KubeVirt', 'None'])

const valid = (type: string, message: string): ConditionUpdate => ({
  type,
  status: 'True',
  reason: 'AsExpected',
  message,
})

/** States whether what was asked for can be done. */
export async function stateValidity(scope: Scope): Promise<void> {
  const problem = await configurationProblem(scope)
  state(
    scope,
    problem === undefined
      ? valid('ValidConfiguration', 'Configuration passes validation')
      : { type: 'ValidConfiguration', status: 'False', reason: 'InvalidConfiguration', message: problem },
  )
  state(scope, supported(scope))
  state(scope, await validProxy(scope))
}

function supported({ hostedCluster }: Scope): ConditionUpdate {
  const type = 'SupportedHostedCluster'
  const platform = hostedCluster.spec.platform.type
  if (SUPPORTED_PLATFORMS.has(platform)) return valid(type, 'HostedCluster is supported by operator configuration')
  const message = `platform ${platform} is not supported by this operator`
  return { type, status: 'False', reason: 'UnsupportedHostedCluster', message }
}

async function validProxy(scope: Scope): Promise<ConditionUpdate> {
  const type = 'ValidProxyConfiguration'
  const problem = await proxyProblem(scope)
  if (problem === null) return valid(type, 'No proxy CA bundle configured')
  if (problem === undefined) return valid(type, 'Proxy CA bundle is valid')
  const { namespace, name } = scope.hostedCluster.metadata
  const message = `Proxy CA bundle is invalid for HostedCluster ${namespace}/${name}: ${problem}`
  return { type, status: 'False', reason: 'ProxyCABundleInvalid', message }
}
