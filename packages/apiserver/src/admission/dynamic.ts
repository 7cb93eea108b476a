import type { Logger } from '@skep/base'
import type { Store } from '@skep/store'
import type { Authorize } from '../auth/authz/attributes.ts'
import type { AdmissionPlugin, ClusterView } from '../contracts.ts'
import { expressionAuthorizer } from './authorizer.ts'
import { ConfigIndex } from './config-index.ts'
import { compilePolicies, POLICY_SOURCES } from './policies/compile.ts'
import { policyPlugin } from './policies/policy-plugin.ts'
import { compileWebhooks, MUTATING, VALIDATING } from './webhooks/compile.ts'
import { mutatingWebhooks, validatingWebhooks } from './webhooks/webhook-plugin.ts'

/** The plug-ins that do what users configured with objects: webhooks and policies. */
export function dynamicPlugins(services: {
  store: Store
  authorize(cluster: ClusterView): Authorize
  log: Logger
}): AdmissionPlugin[] {
  const { store, log } = services
  const authorizerOf = expressionAuthorizer(services.authorize)
  const webhooks = (source: typeof MUTATING) => new ConfigIndex(store, [source], compileWebhooks(source))
  return [
    mutatingWebhooks({ webhooks: webhooks(MUTATING), authorizerOf, log }),
    policyPlugin(new ConfigIndex(store, POLICY_SOURCES, compilePolicies), authorizerOf),
    validatingWebhooks({ webhooks: webhooks(VALIDATING), authorizerOf, log }),
  ]
}
