import type { Pod, PodTemplateSpec } from '@skep/api'
import { hasReason } from '@skep/base'
import { deleteIfThere } from '../../delete-if-there.ts'
import { PODS } from '../../resources.ts'
import { isNamespaceTerminating, podFromTemplate, textOf } from '../pods/pod-control.ts'
import { templateOf } from '../revisions/revisions.ts'
import { claimName, createClaims } from './claims.ts'
import { startOf } from './ordinals.ts'
import { COMPONENT, REVISION_LABEL, type SetScope, STATEFUL_SET, tell } from './scope.ts'

const POD_NAME = 'statefulset.kubernetes.io/pod-name'
const POD_INDEX = 'apps.kubernetes.io/pod-index'

/** Makes a member: its claims first, then its pod. */
export async function createMember(scope: SetScope, ordinal: number): Promise<void> {
  const { cluster, set } = scope
  await createClaims(scope, ordinal)
  const pod = newMember(scope, ordinal)
  const what = `create Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`
  try {
    await cluster.objects.create(PODS, set.metadata.namespace ?? '', pod)
    tell(scope, { reason: 'SuccessfulCreate', message: `${what} successful` })
  } catch (error) {
    if (isNamespaceTerminating(error) || hasReason(error, 'AlreadyExists')) return
    tell(scope, { type: 'Warning', reason: 'FailedCreate', message: `${what} failed error: ${textOf(error)}` })
    throw error
  }
}

/** Asks a member to go. */
export async function deleteMember(scope: SetScope, { metadata }: Pod): Promise<void> {
  const { cluster, set } = scope
  const what = `delete Pod ${metadata.name} in StatefulSet ${set.metadata.name}`
  try {
    if (!(await deleteIfThere(cluster, PODS, metadata))) return
    tell(scope, { reason: 'SuccessfulDelete', message: `${what} successful` })
  } catch (error) {
    tell(scope, { type: 'Warning', reason: 'FailedDelete', message: `${what} failed error: ${textOf(error)}` })
    throw error
  }
}

function newMember(scope: SetScope, ordinal: number): Pod {
  const { context, cluster, set } = scope
  const revision = isOfCurrentRevision(scope, ordinal) ? scope.currentRevision : scope.updateRevision
  const owner = { cluster, events: context.events, component: COMPONENT, kind: STATEFUL_SET, object: set }
  const name = `${set.metadata.name}-${ordinal}`
  const template = withClaims(scope, templateOf(revision), ordinal)
  const { metadata, spec, ...pod } = podFromTemplate(owner, template)
  const { serviceName } = set.spec
  return {
    ...pod,
    metadata: { ...metadata, name, labels: { ...metadata.labels, ...identity(name, ordinal, revision.metadata.name) } },
    spec: { ...spec!, hostname: name, ...(serviceName && { subdomain: serviceName }) },
  }
}

const identity = (name: string, ordinal: number, revision: string | undefined): Record<string, string> => ({
  [POD_NAME]: name,
  [POD_INDEX]: String(ordinal),
  [REVISION_LABEL]: revision ?? '',
})

/** Members below the partition keep the revision they were of, also when they have to be made again. */
function isOfCurrentRevision({ set }: SetScope, ordinal: number): boolean {
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {}
  if (rollingUpdate) return ordinal < startOf(set) + (rollingUpdate.partition ?? 0)
  return type === 'RollingUpdate' && ordinal < startOf(set) + (set.status?.currentReplicas ?? 0)
}

/** The template with the member's own claims in place of volumes of the same names. */
function withClaims({ set }: SetScope, template: PodTemplateSpec, ordinal: number): PodTemplateSpec {
  const claims = set.spec.volumeClaimTemplates ?? []
  if (claims.length === 0) return template
  const names = new Set(claims.map(({ metadata }) => metadata.name))
  const own = claims.map((claim) => ({
    name: claim.metadata.name ?? '',
    persistentVolumeClaim: { claimName: claimName(set, claim, ordinal) },
  }))
  const others = (template.spec?.volumes ?? []).filter(({ name }) => !names.has(name))
  return { ...template, spec: { ...template.spec!, volumes: [...own, ...others] } }
}
