import type { Container, PodTemplateSpec, Toleration } from '@skep/api'
import { canonicalQuantity } from '@skep/schema'
import { POD_ANNOTATIONS } from '@skep/sim'
import type { Release } from '../../contracts.ts'
import type { ControlPlaneBehaviour } from '../behaviour.ts'
import { type ControlPlane, controlPlaneReleaseImage } from '../facts.ts'
import { ANNOTATIONS, LABELS, REQUEST_OVERRIDE_PREFIX } from '../keys.ts'
import type { ComponentDefinition, ContainerDefinition } from './definition.ts'

/** What the pods of a component are made from. */
export interface TemplateInputs {
  readonly controlPlane: ControlPlane
  readonly release: Release
  readonly behaviour: ControlPlaneBehaviour
  /** How long pods take to start, where that is settled already. */
  readonly startDelay?: string | undefined
}

const SECURITY = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }

/** What the pods of a component are to be like. */
export function podTemplate(definition: ComponentDefinition, inputs: TemplateInputs): PodTemplateSpec {
  const { controlPlane } = inputs
  const { spec } = controlPlane
  const toContainer = containerMaker(definition, inputs)
  return {
    metadata: { labels: podLabels(definition, controlPlane), annotations: podAnnotations(definition, inputs) },
    spec: {
      automountServiceAccountToken: definition.needsManagementApi ?? false,
      ...(definition.initContainers ? { initContainers: definition.initContainers.map(toContainer) } : {}),
      containers: definition.containers.map(toContainer),
      imagePullSecrets: [{ name: spec.pullSecret.name }],
      priorityClassName: definition.priority,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      tolerations: tolerationsOf(definition, controlPlane),
      ...(spec.nodeSelector ? { nodeSelector: spec.nodeSelector } : {}),
    },
  }
}

function podLabels(definition: ComponentDefinition, { metadata, spec }: ControlPlane): Record<string, string> {
  return {
    ...spec.labels,
    app: definition.name,
    [LABELS.component]: definition.name,
    [LABELS.hostedControlPlane]: metadata.namespace ?? '',
    ...(definition.needsManagementApi ? { [LABELS.needsManagementApi]: 'true' } : {}),
    ...(definition.isRequestServing ? { [LABELS.requestServing]: 'true' } : {}),
  }
}

function podAnnotations(
  { stage, stageShare = 1 }: ComponentDefinition,
  { controlPlane, behaviour, startDelay }: TemplateInputs,
): Record<string, string> {
  const restartDate = controlPlane.metadata.annotations?.[ANNOTATIONS.restartDate]
  return {
    [ANNOTATIONS.releaseImage]: controlPlaneReleaseImage(controlPlane),
    ...(restartDate === undefined ? {} : { [ANNOTATIONS.restartDate]: restartDate }),
    [POD_ANNOTATIONS.startDelay]: startDelay ?? `${Math.round(behaviour.durationMs(stage) * stageShare)}ms`,
    ...(behaviour.failureOf(stage) ? { [POD_ANNOTATIONS.neverReady]: 'true' } : {}),
  }
}

function tolerationsOf({ isRequestServing }: ComponentDefinition, { metadata, spec }: ControlPlane): Toleration[] {
  const only = (key: string, value: string): Toleration => ({ key, operator: 'Equal', value, effect: 'NoSchedule' })
  const isApart = isRequestServing && isDedicated(metadata.annotations)
  return [
    only('hypershift.openshift.io/control-plane', 'true'),
    only('hypershift.openshift.io/cluster', metadata.namespace ?? ''),
    ...(isApart ? [only(LABELS.requestServing, 'true')] : []),
    ...(spec.tolerations ?? []),
  ]
}

/** Whether pods that serve requests have nodes of their own. */
export const isDedicated = (annotations: Readonly<Record<string, string>> | undefined): boolean =>
  annotations?.[ANNOTATIONS.topology] === 'dedicated-request-serving-components'

const containerMaker =
  ({ name: component }: ComponentDefinition, { controlPlane, release }: TemplateInputs) =>
  ({ name, image, cpu, memory, ports }: ContainerDefinition): Container => {
    const requests = {
      ...(cpu ? { cpu } : {}),
      ...(memory ? { memory } : {}),
      ...requestOverride(controlPlane.metadata.annotations?.[`${REQUEST_OVERRIDE_PREFIX}${component}.${name}`]),
    }
    return {
      name,
      image: release.componentImage(image),
      imagePullPolicy: 'IfNotPresent',
      securityContext: SECURITY,
      terminationMessagePolicy: 'FallbackToLogsOnError',
      // The server drops an empty map, and it would seem to be missing ever after.
      ...(Object.keys(requests).length > 0 ? { resources: { requests } } : {}),
      ...(ports ? { ports: portsOf(ports) } : {}),
    }
  }

const portsOf = (ports: Readonly<Record<string, number>>) =>
  Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort, protocol: 'TCP' }))

/** Reads `cpu=1,memory=2Gi`; what makes no sense is left out. */
function requestOverride(text = ''): Record<string, string> {
  const requests: Record<string, string> = {}
  for (const [, name = '', amount = ''] of text.matchAll(/([a-z./-]+)=([^,]+)/g)) {
    const canonical = quantityOrNone(amount)
    if (canonical !== undefined) requests[name] = canonical
  }
  return requests
}

function quantityOrNone(amount: string): string | undefined {
  try {
    return canonicalQuantity(amount)
  } catch {
    return undefined
  }
}
