import { ManagedClusterClaim, openShiftConfigKinds } from '@skep/api'
import { defineKind, type KindDefinition, kubeObject, s } from '@skep/schema'

/** Names of a kind of OpenShift of which nobody here reads anything. */
interface KeptKindNames {
  readonly kind: string
  readonly plural: string
  readonly scope?: 'Cluster'
  readonly shortNames?: readonly string[]
}

const cluster = (kind: string, plural: string, ...shortNames: string[]): KeptKindNames => ({
  kind,
  plural,
  scope: 'Cluster',
  shortNames,
})
const namespaced = (kind: string, plural: string, ...shortNames: string[]): KeptKindNames => ({
  kind,
  plural,
  shortNames,
})

/** What clients of OpenShift look for in discovery, by group. */
const KEPT_KINDS: Readonly<Record<string, readonly KeptKindNames[]>> = {
  'apps.openshift.io': [namespaced('DeploymentConfig', 'deploymentconfigs', 'dc')],
  'authorization.openshift.io': [namespaced('RoleBindingRestriction', 'rolebindingrestrictions')],
  'build.openshift.io': [namespaced('Build', 'builds'), namespaced('BuildConfig', 'buildconfigs', 'bc')],
  'image.openshift.io': [cluster('Image', 'images'), namespaced('ImageStream', 'imagestreams', 'is')],
  'imageregistry.operator.openshift.io': [cluster('Config', 'configs')],
  'oauth.openshift.io': [cluster('OAuthClient', 'oauthclients')],
  'operator.openshift.io': [
    cluster('Console', 'consoles'),
    cluster('DNS', 'dnses'),
    namespaced('IngressController', 'ingresscontrollers'),
    cluster('Network', 'networks'),
    cluster('Storage', 'storages'),
  ],
  'project.openshift.io': [cluster('Project', 'projects')],
  'quota.openshift.io': [cluster('ClusterResourceQuota', 'clusterresourcequotas', 'clusterquota')],
  'route.openshift.io': [namespaced('Route', 'routes')],
  'security.openshift.io': [cluster('SecurityContextConstraints', 'securitycontextconstraints', 'scc')],
  'template.openshift.io': [namespaced('Template', 'templates')],
  'user.openshift.io': [cluster('Group', 'groups'), cluster('Identity', 'identities'), cluster('User', 'users')],
}

const keptKind = (group: string, { kind, plural, scope, shortNames = [] }: KeptKindNames): KindDefinition =>
  defineKind({
    group,
    version: 'v1',
    custom: true,
    kind,
    plural,
    shortNames: [...shortNames],
    scope: scope ?? 'Namespaced',
    statusSubresource: true,
    schema: s.object(kubeObject, { description: 'Kept as it is.', preserveUnknown: true }),
  })

/** Every custom kind that a hosted cluster serves from the start. */
export const hostedClusterKinds: readonly KindDefinition[] = [
  ...openShiftConfigKinds,
  // By which a cluster tells a hub that manages it of itself.
  ManagedClusterClaim,
  ...Object.entries(KEPT_KINDS).flatMap(([group, kinds]) => kinds.map((names) => keptKind(group, names))),
]
