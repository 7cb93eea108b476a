import type { AdmissionInput } from '@skep/schema'
import type { Authorize } from '../auth/authz/attributes.ts'
import { serviceAccountGroups, serviceAccountUser } from '../auth/user-names.ts'
import type { AdmissionRequest, ClusterView, UserInfo } from '../contracts.ts'

/** The `authorizer` that expressions about a request may ask. */
export type AuthorizerOf = (request: AdmissionRequest) => AdmissionInput['authorizer']

/** Lets expressions ask what the requesting user, or a service account, may do. */
export function expressionAuthorizer(authorize: (cluster: ClusterView) => Authorize): AuthorizerOf {
  return (request) => {
    const decide = authorize(request.cluster)
    return {
      authorize: ({ path, serviceAccount, verb, ...check }) => {
        const user = serviceAccount ? accountUser(serviceAccount) : request.context.user
        const { allowed, reason } = decide(user, {
          verb,
          isResource: path === undefined,
          path: path ?? '',
          group: check.group,
          resource: check.resource,
          subresource: check.subresource,
          namespace: check.namespace,
          name: check.name,
        })
        return { allowed, ...(reason ? { reason } : {}) }
      },
      requestResource: {
        group: request.resource.group,
        resource: request.resource.resource,
        subresource: request.subresource,
        namespace: request.namespace,
        name: request.name,
      },
    }
  }
}

const accountUser = (account: { namespace: string; name: string }): UserInfo => ({
  name: serviceAccountUser(account),
  groups: [...serviceAccountGroups(account.namespace), 'system:authenticated'],
})
