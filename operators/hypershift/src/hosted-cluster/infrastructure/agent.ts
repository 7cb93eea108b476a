import { AgentCluster, Role, RoleBinding } from '@skep/api'
import { Mistake } from '@skep/controller'
import { HOSTED_CLUSTER_ANNOTATION } from '../../naming.ts'
import { ensure } from '../ensure.ts'
import type { Scope } from '../scope.ts'
import { endpointOf, type Platform } from './platform.ts'

const IGNITION_CA = 'ignition-server-ca-cert'
const RBAC_GROUP = 'rbac.authorization.k8s.io'

const roleName = ({ namespace }: Scope): string => `capi-provider-role-${namespace}`
const bindingName = ({ namespace }: Scope): string => `cluster-api-agent-${namespace}`

function agentNamespaceOf({ hostedCluster }: Scope): string {
  const { agent } = hostedCluster.spec.platform
  if (!agent) throw new Mistake('Agent cluster needs .spec.platform.agent to be filled')
  return agent.agentNamespace
}

/** Machines that run an agent. */
export const agentPlatform: Platform = {
  providerImage: 'agent-cluster-api-controllers',
  providerRules: [
    { apiGroups: ['extensions.hive.openshift.io'], resources: ['agentclusterinstalls'], verbs: ['*'] },
    { apiGroups: ['capi-provider.agent-install.openshift.io'], resources: ['*'], verbs: ['*'] },
    { apiGroups: ['hive.openshift.io'], resources: ['clusterdeployments'], verbs: ['*'] },
  ],
  ensureCredentials: async (scope) => {
    if (!scope.parts.controlPlanePods) return
    await ensureAgentRole(scope)
  },
  removeCredentials: async (scope) => {
    const namespace = scope.hostedCluster.spec.platform.agent?.agentNamespace
    if (namespace === undefined) return
    await scope.parts.statics.remove(RoleBinding, { namespace, name: bindingName(scope) })
    await scope.parts.statics.remove(Role, { namespace, name: roleName(scope) })
  },
  ensureInfrastructure: async (scope) => {
    // The machines are told where their configuration is when they are bound to the cluster, and never again.
    if (!scope.status.ignitionEndpoint) return undefined
    return { kind: AgentCluster, object: await ensureAgentCluster(scope, scope.status.ignitionEndpoint) }
  },
}

/** The provider takes agents from a namespace that is not its own. */
async function ensureAgentRole(scope: Scope): Promise<void> {
  const { hostedCluster, namespace, parts } = scope
  const { metadata: owner } = hostedCluster
  const metadata = (name: string) => ({
    namespace: agentNamespaceOf(scope),
    name,
    labels: { 'hypershift.openshift.io/capi-provider-agent-rbac': 'true' },
    annotations: { [HOSTED_CLUSTER_ANNOTATION]: `${owner.namespace}/${owner.name}` },
  })
  const verbs = ['get', 'list', 'watch', 'update', 'patch']
  await parts.statics.ensure(Role, {
    metadata: metadata(roleName(scope)),
    rules: [{ apiGroups: ['agent-install.openshift.io'], resources: ['agents'], verbs }],
  })
  await parts.statics.ensure(RoleBinding, {
    metadata: metadata(bindingName(scope)),
    subjects: [{ kind: 'ServiceAccount', name: 'capi-provider', namespace }],
    roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name: roleName(scope) },
  })
}

async function ensureAgentCluster(scope: Scope, ignitionEndpoint: string) {
  const { parts, namespace, hostedCluster } = scope
  const ref = { namespace, name: hostedCluster.metadata.name }
  const endpoint = endpointOf(scope)
  return ensure(parts.client, AgentCluster, parts.reads.agentClusters.get(ref), {
    metadata: ref,
    spec: {
      ignitionEndpoint: {
        url: `https://${ignitionEndpoint}/ignition`,
        caCertificateReference: { name: IGNITION_CA, namespace },
      },
      ...(endpoint ? { controlPlaneEndpoint: endpoint } : {}),
    },
  })
}
