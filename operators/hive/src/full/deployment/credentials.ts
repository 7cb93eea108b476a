import { SECOND_MS } from '../../durations.ts'
import { credentialsOf } from '../platforms.ts'
import { pollAfter } from '../poll.ts'
import { conditionOf, type DeploymentStep, state } from './scope.ts'

/** What a cloud thinks of credentials can change without any change here, so they are looked at again. */
const RETRY_MS = 30 * SECOND_MS

/** Nothing is installed with credentials that do not work. */
export const checkCredentials: DeploymentStep = async (ctx, scope) => {
  const { parts, deployment } = scope
  const { platform } = deployment.spec
  const name = credentialsOf(platform)
  const { namespace } = deployment.metadata
  const secret = name === undefined ? undefined : await parts.secrets.get({ namespace, name })
  const problem = await parts.infrastructure.checkCredentials(platform, secret)
  state(ctx, scope, {
    type: 'AuthenticationFailure',
    status: problem === undefined ? 'False' : 'True',
    reason: problem === undefined ? 'PlatformAuthSuccess' : 'PlatformAuthError',
    message: problem ?? 'Platform credentials passed authentication check',
  })
  if (problem === undefined) return undefined
  const since = Date.parse(conditionOf(scope, 'AuthenticationFailure')?.lastTransitionTime ?? '')
  return { requeueAfterMs: pollAfter(since, ctx.clock.now(), RETRY_MS) }
}
