import { isWhole } from './amounts.ts'
import type { Container, ContainerPort, EphemeralContainer } from './container.ts'
import type { EnvVar } from './env.ts'
import { deprecatedNodeLabel } from './node-labels.ts'
import type { PodSpec, PodTemplateSpec } from './pod-spec.ts'
import type { PodAffinity } from './scheduling.ts'
import type { Volume } from './volume.ts'

type AnyContainer = Container | EphemeralContainer

/** What a client should know about a pod template that is accepted. `path` is where the template is. */
export const warnOfPodTemplate = (template: PodTemplateSpec | undefined, path: string): string[] =>
  template?.spec
    ? [
        ...warnOfAnnotations(template.metadata?.annotations, `${path}.metadata`),
        ...warnOfPodSpec(template.spec, `${path}.spec`),
      ]
    : []

const DEPRECATED_ANNOTATIONS = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
}

/** Annotations that once meant something to pods. */
export const warnOfAnnotations = (annotations: Readonly<Record<string, string>> | undefined, path: string): string[] =>
  Object.entries(DEPRECATED_ANNOTATIONS)
    .filter(([key]) => annotations?.[key] !== undefined)
    .map(([key, text]) => `${path}.annotations[${key}]: ${text}`)

/** What a client should know about a pod spec that is accepted. */
export function warnOfPodSpec(spec: PodSpec, path: string): string[] {
  const containers = containersWithPaths(spec, path)
  return [
    ...warnOfPlacement(spec, path),
    ...(spec.volumes ?? []).flatMap((volume, index) => warnOfVolume(volume, `${path}.volumes[${index}]`)),
    ...warnOfRepeats(spec.hostAliases, ({ ip }) => ip, 'ip', `${path}.hostAliases`),
    ...warnOfRepeats(spec.imagePullSecrets, ({ name = '' }) => name, 'name', `${path}.imagePullSecrets`),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name }, index) =>
      name ? [] : [`${path}.imagePullSecrets[${index}].name: invalid empty name ""`],
    ),
    ...warnOfFractions(spec.overhead, `${path}.overhead`),
    ...containers.flatMap(({ container, at }) => warnOfContainer(container, at)),
    ...warnOfPorts(containers),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
      : []),
    ...warnOfAffinity(spec.affinity?.podAffinity, `${path}.affinity.podAffinity`),
    ...warnOfAffinity(spec.affinity?.podAntiAffinity, `${path}.affinity.podAntiAffinity`),
  ]
}

interface PlacedContainer {
  container: AnyContainer
  at: string
}

const containersWithPaths = (spec: PodSpec, path: string): PlacedContainer[] =>
  (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, index) => ({ container, at: `${path}.${list}[${index}]` })),
  )

function warnOfPlacement(spec: PodSpec, path: string): string[] {
  const selectors = Object.keys(spec.nodeSelector ?? {}).flatMap((key) => {
    const text = deprecatedNodeLabel(key)
    return text ? [`${path}.nodeSelector[${key}]: ${text}`] : []
  })
  const spread = (spec.topologySpreadConstraints ?? []).flatMap(({ topologyKey, labelSelector }, index) => {
    const at = `${path}.topologySpreadConstraints[${index}]`
    const text = deprecatedNodeLabel(topologyKey)
    return [
      ...(text ? [`${at}.topologyKey: ${topologyKey} is ${text}`] : []),
      ...(labelSelector ? [] : [`${at}.labelSelector: a null labelSelector results in matching no pod`]),
    ]
  })
  return [...selectors, ...warnOfNodeAffinity(spec, path), ...spread]
}

function warnOfNodeAffinity({ affinity }: PodSpec, path: string): string[] {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution'
  const terms = affinity?.nodeAffinity?.[required]?.nodeSelectorTerms ?? []
  return terms.flatMap(({ matchExpressions }, index) =>
    (matchExpressions ?? []).flatMap(({ key }, each) => {
      const text = deprecatedNodeLabel(key)
      const at = `${path}.affinity.nodeAffinity.${required}.nodeSelectorTerms[${index}].matchExpressions[${each}].key`
      return text ? [`${at}: ${key} is ${text}`] : []
    }),
  )
}

const DEPRECATED_VOLUMES: Partial<Record<keyof Volume, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
}

const warnOfVolume = (volume: Volume, path: string): string[] =>
  Object.entries(DEPRECATED_VOLUMES)
    .filter(([source]) => source in volume)
    .map(([source, text]) => `${path}.${source === 'storageos' ? 'storageOS' : source}: ${text}`)

function warnOfRepeats<T>(
  items: readonly T[] | undefined,
  keyOf: (item: T) => string,
  field: string,
  path: string,
): string[] {
  const seen = new Set<string>()
  return (items ?? []).flatMap((item, index) => {
    const key = keyOf(item)
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? [`${path}[${index}].${field}: duplicate ${field} ${JSON.stringify(key)}`] : []
  })
}

const warnOfFractions = (resources: Readonly<Record<string, string>> | undefined, path: string): string[] =>
  ['memory', 'ephemeral-storage'].flatMap((name) => {
    const amount = resources?.[name]
    if (amount === undefined || isWhole(amount)) return []
    return [`${path}[${name}]: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`]
  })

const warnOfContainer = ({ resources, env }: AnyContainer, path: string): string[] => [
  ...warnOfFractions(resources?.limits, `${path}.resources.limits`),
  ...warnOfFractions(resources?.requests, `${path}.resources.requests`),
  ...warnOfHiddenVariables(env ?? [], `${path}.env`),
]

/** A variable may be defined again only to extend its earlier value. */
function warnOfHiddenVariables(env: readonly EnvVar[], path: string): string[] {
  const seen = new Set<string>()
  return env.flatMap(({ name, value = '', valueFrom }, index) => {
    const isRepeated = seen.has(name)
    seen.add(name)
    const reference = `$(${name})`
    const extendsEarlier = !valueFrom && value !== reference && value.includes(reference)
    if (!isRepeated || extendsEarlier) return []
    return [
      `${path}[${index}]: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`,
    ]
  })
}

interface PlacedPort {
  port: ContainerPort
  at: string
}

function warnOfPorts(containers: readonly PlacedContainer[]): string[] {
  const ports = containers.flatMap(({ container, at }) =>
    (container.ports ?? []).map((port, index) => ({ port, at: `${at}.ports[${index}]` })),
  )
  const overlaps = ports.flatMap((placed, index) =>
    ports.slice(0, index).flatMap((earlier) => warnOfOverlap(placed, earlier)),
  )
  return [...overlaps, ...warnOfPortNames(ports)]
}

function warnOfOverlap({ port, at }: PlacedPort, { port: other, at: where }: PlacedPort): string[] {
  if (port.containerPort !== other.containerPort || port.protocol !== other.protocol) return []
  const sameHostPort = (port.hostPort ?? 0) === (other.hostPort ?? 0)
  if (sameHostPort && (port.hostIP ?? '') === (other.hostIP ?? ''))
    return [`${at}: duplicate port definition with ${where}`]
  if (!port.hostPort || !other.hostPort) return [`${at}: overlapping port definition with ${where}`]
  const oneHasAddress = Boolean(port.hostIP) !== Boolean(other.hostIP)
  return sameHostPort && oneHasAddress ? [`${at}: dangerously ambiguous port definition with ${where}`] : []
}

function warnOfPortNames(ports: readonly PlacedPort[]): string[] {
  const firstOf = new Map<string, string>()
  return ports.flatMap(({ port: { name }, at }) => {
    if (!name) return []
    const first = firstOf.get(name)
    if (first === undefined) firstOf.set(name, at)
    if (first === undefined) return []
    const effect = `services and probes that select ports by name will use ${first}`
    return [`${at}: duplicate port name ${JSON.stringify(name)} with ${first}, ${effect}`]
  })
}

function warnOfAffinity(affinity: PodAffinity | undefined, path: string): string[] {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution'
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'
  const paths = [
    ...(affinity?.[required] ?? []).map(({ labelSelector }, index) => (labelSelector ? '' : `${required}[${index}]`)),
    ...(affinity?.[preferred] ?? []).map(({ podAffinityTerm }, index) =>
      podAffinityTerm.labelSelector ? '' : `${preferred}[${index}].podAffinityTerm`,
    ),
  ]
  return paths
    .filter((each) => each !== '')
    .map((each) => `${path}.${each}.labelSelector: a null labelSelector results in matching no pod`)
}
