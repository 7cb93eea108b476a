import { Secret } from '@skep/api'
import { credentialsOf } from '../platforms.ts'
import { type DeploymentStep, isConditionTrue, state } from './scope.ts'

/** Credentials can be mended without any change of the deployment, so they are looked at again. */
const CREDENTIALS_RETRY_MS = 30_000

/** Nothing is installed with credentials that do not work. */
export const checkCredentials: DeploymentStep = async (ctx, scope) => {
  const { parts, deployment } = scope
  const { platform } = deployment.spec
  const name = credentialsOf(platform)
  const { namespace } = deployment.metadata
  const secret = name === undefined ? undefined : await parts.client.get(Secret, { namespace, name })
  const problem = await parts.infrastructure.checkCredentials(platform, secret)
  state(ctx, scope, {
    type: 'AuthenticationFailure',
    status: problem === undefined ? 'False' : 'True',
    reason: problem === undefined ? 'PlatformAuthSuccess' : 'PlatformAuthError',
    message: problem ?? 'Platform credentials passed authentication check',
  })
  return isConditionTrue(scope, 'AuthenticationFailure') ? { requeueAfterMs: CREDENTIALS_RETRY_MS } : undefined
}
