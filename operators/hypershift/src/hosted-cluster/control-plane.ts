import { HostedControlPlane } from '@skep/api'
import { ANNOTATIONS as CONTROL_PLANE_ANNOTATIONS } from '../control-plane/keys.ts'
import { FINALIZER, HOSTED_CLUSTER_ANNOTATION } from '../naming.ts'
import { ensure, type Unwanted } from './ensure.ts'
import { ANNOTATIONS, MIRRORED_LABEL_PREFIX, NAMES } from './keys.ts'
import { isMirroredAnnotation } from './mirrored-annotations.ts'
import { INDEX } from './reads.ts'
import type { Scope } from './scope.ts'

/** Members of the spec that the control plane has as the hosted cluster has them. */
const SAME_MEMBERS = [
  'additionalTrustBundle',
  'auditWebhook',
  'autoNode',
  'autoscaling',
  'capabilities',
  'channel',
  'clusterID',
  'configuration',
  'controllerAvailabilityPolicy',
  'etcd',
  'fips',
  'imageContentSources',
  'infrastructureAvailabilityPolicy',
  'kubeAPIServerDNSName',
  'labels',
  'monitoring',
  'networking',
  'nodeSelector',
  'olmCatalogPlacement',
  'operatorConfiguration',
  'pausedUntil',
  'secretEncryption',
  'serviceAccountSigningKey',
  'services',
  'tolerations',
  'updateService',
] as const

/** Makes the control plane be what the hosted cluster says. */
export async function ensureControlPlane(scope: Scope): Promise<void> {
  const { parts, namespace, hostedCluster, controlPlane } = scope
  const { labels, annotations, unwanted } = wantedMetadata(scope)
  // The one that works on it would add its finalizer before anything else.
  const finalizers = controlPlane ? {} : { finalizers: [FINALIZER] }
  const metadata = { namespace, name: hostedCluster.metadata.name, labels, annotations, ...finalizers }
  const wanted = { metadata, spec: controlPlaneSpec(scope) }
  scope.controlPlane = await ensure(parts.client, HostedControlPlane, controlPlane, wanted, unwanted)
}

function controlPlaneSpec({ hostedCluster: { spec } }: Scope): HostedControlPlane['spec'] {
  const { release, controlPlaneRelease, platform } = spec
  // Every member has the same type in both kinds.
  const same = Object.fromEntries(
    SAME_MEMBERS.flatMap((member) => (spec[member] === undefined ? [] : [[member, spec[member]]])),
  ) as Pick<HostedControlPlane['spec'], Exclude<(typeof SAME_MEMBERS)[number], never>>
  return {
    ...same,
    releaseImage: release.image,
    ...(controlPlaneRelease ? { controlPlaneReleaseImage: controlPlaneRelease.image } : {}),
    ...(spec.additionalTrustBundle ? { additionalTrustBundle: { name: NAMES.trustBundle } } : {}),
    // To the components, machines with an agent are machines that somebody brings.
    platform: platform.type === 'Agent' ? { ...platform, type: 'None' } : platform,
    pullSecret: { name: NAMES.pullSecret },
    sshKey: { name: spec.sshKey?.name ? NAMES.sshKey : '' },
    infraID: spec.infraID ?? '',
    issuerURL: spec.issuerURL,
    dns: spec.dns ?? { baseDomain: '' },
  }
}

function wantedMetadata(scope: Scope) {
  const { hostedCluster, controlPlane } = scope
  const { labels = {}, annotations = {}, namespace, name } = hostedCluster.metadata
  const known = controlPlane?.metadata
  const mirrored = pick(annotations, isMirroredAnnotation)
  const wantedAnnotations: Record<string, string> = {
    ...mirrored,
    ...restart(annotations, known?.annotations),
    ...(isAutoscaled(scope) ? {} : { [CONTROL_PLANE_ANNOTATIONS.disableClusterAutoscaler]: 'true' }),
    [HOSTED_CLUSTER_ANNOTATION]: `${namespace}/${name}`,
  }
  const wantedLabels = pick(labels, (key) => key.startsWith(MIRRORED_LABEL_PREFIX))
  const isOwn = (key: string) => isMirroredAnnotation(key) || key === CONTROL_PLANE_ANNOTATIONS.disableClusterAutoscaler
  const unwanted: Unwanted = {
    labels: surplus(known?.labels, wantedLabels, (key) => key.startsWith(MIRRORED_LABEL_PREFIX)),
    annotations: surplus(known?.annotations, wantedAnnotations, isOwn),
  }
  return { labels: wantedLabels, annotations: wantedAnnotations, unwanted }
}

/** A restart is handed on once: the control plane may be restarted for other reasons later. */
function restart(
  annotations: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const date = annotations[CONTROL_PLANE_ANNOTATIONS.restartDate]
  if (!date || known[ANNOTATIONS.previousRestartDate] === date) return {}
  return { [CONTROL_PLANE_ANNOTATIONS.restartDate]: date, [ANNOTATIONS.previousRestartDate]: date }
}

/** Whether any pool of nodes grows and shrinks by itself. */
function isAutoscaled({ parts, hostedCluster: { metadata } }: Scope): boolean {
  const pools = parts.reads.nodePools.find(INDEX.hostedCluster, `${metadata.namespace}/${metadata.name}`)
  return pools.some(({ spec }) => spec.autoScaling !== undefined)
}

const pick = (map: Readonly<Record<string, string>>, isWanted: (key: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(map).filter(([key]) => isWanted(key)))

const surplus = (
  known: Readonly<Record<string, string>> = {},
  wanted: Readonly<Record<string, string>>,
  isOwn: (key: string) => boolean,
): string[] => Object.keys(known).filter((key) => isOwn(key) && wanted[key] === undefined)
