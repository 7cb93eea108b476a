import { type FieldError, fieldError } from '@skep/schema'
import { validateLabelKey, validateLabelSelector, validateOperator } from '../meta/label-selector.ts'
import { checkDnsLabel, checkDnsSubdomain, checkLabelValue } from '../meta/names.ts'
import type { LabelSelector } from '../meta/types.ts'
import { invalid, validateEach, validateOneOf, validateOptionalOneOf, validatePositive } from '../meta/validation.ts'
import type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  TopologySpreadConstraint,
} from './scheduling.ts'

/** Everything wrong with what a pod wants of nodes and neighbours. */
export const validateAffinity = (affinity: Affinity | undefined, path: string): FieldError[] => [
  ...(affinity?.nodeAffinity ? validateNodeAffinity(affinity.nodeAffinity, `${path}.nodeAffinity`) : []),
  ...(affinity?.podAffinity ? validatePodAffinity(affinity.podAffinity, `${path}.podAffinity`) : []),
  ...(affinity?.podAntiAffinity ? validatePodAffinity(affinity.podAntiAffinity, `${path}.podAntiAffinity`) : []),
]

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

function validateNodeAffinity(affinity: NodeAffinity, path: string): FieldError[] {
  const required = affinity[REQUIRED]
  return [
    ...(required ? validateNodeSelector(required, `${path}.${REQUIRED}`) : []),
    ...validateEach(affinity[PREFERRED], `${path}.${PREFERRED}`, ({ weight, preference }, at) => [
      ...validateWeight(weight, `${at}.weight`),
      // A wish may name values that no label can have; it is simply never met.
      ...validateNodeSelectorTerm(preference ?? {}, `${at}.preference`, { anyValue: true }),
    ]),
  ]
}

const validateWeight = (weight: number, path: string): FieldError[] =>
  weight >= 1 && weight <= 100 ? [] : [fieldError.invalid(path, weight, 'must be in the range 1-100')]

/** Everything wrong with a choice of nodes. */
export function validateNodeSelector({ nodeSelectorTerms = [] }: NodeSelector, path: string): FieldError[] {
  const at = `${path}.nodeSelectorTerms`
  if (nodeSelectorTerms.length === 0) return [fieldError.required(at, 'must have at least one node selector term')]
  return validateEach(nodeSelectorTerms, at, (term, each) => validateNodeSelectorTerm(term, each, { anyValue: false }))
}

const validateNodeSelectorTerm = (
  { matchExpressions, matchFields }: NodeSelectorTerm,
  path: string,
  { anyValue }: { anyValue: boolean },
): FieldError[] => [
  ...validateEach(matchExpressions, `${path}.matchExpressions`, (requirement, at) => [
    ...validateNodeOperator(requirement, at),
    ...validateLabelKey(requirement.key, `${at}.key`),
    ...(anyValue
      ? []
      : validateEach(requirement.values, `${at}.values`, (value, each) =>
          invalid(each, value, checkLabelValue(value)),
        )),
  ]),
  ...validateEach(matchFields, `${path}.matchFields`, validateFieldRequirement),
]

function validateNodeOperator({ operator, values = [] }: NodeSelectorRequirement, path: string): FieldError[] {
  if (operator !== 'Gt' && operator !== 'Lt') return validateOperator(operator, values, path)
  return values.length === 1
    ? []
    : [fieldError.required(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")]
}

function validateFieldRequirement({ key, operator, values = [] }: NodeSelectorRequirement, path: string): FieldError[] {
  const errors: FieldError[] = []
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(fieldError.invalid(`${path}.operator`, operator, 'not a valid selector operator'))
  } else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
    errors.push(fieldError.required(`${path}.values`, detail))
  }
  if (key !== 'metadata.name')
    return [...errors, fieldError.invalid(`${path}.key`, key, 'not a valid field selector key')]
  return [
    ...errors,
    ...validateEach(values, `${path}.values`, (value, at) => invalid(at, value, checkDnsSubdomain(value))),
  ]
}

const validatePodAffinity = (affinity: PodAffinity, path: string): FieldError[] => [
  ...validateEach(affinity[REQUIRED], `${path}.${REQUIRED}`, validatePodAffinityTerm),
  ...validateEach(affinity[PREFERRED], `${path}.${PREFERRED}`, ({ weight, podAffinityTerm }, at) => [
    ...validateWeight(weight, `${at}.weight`),
    ...validatePodAffinityTerm(podAffinityTerm, `${at}.podAffinityTerm`),
  ]),
]

const validatePodAffinityTerm = (term: PodAffinityTerm, path: string): FieldError[] => [
  ...validateLabelSelector(term.labelSelector, `${path}.labelSelector`),
  ...validateLabelSelector(term.namespaceSelector, `${path}.namespaceSelector`),
  ...(term.namespaces ?? []).flatMap((name) => invalid(`${path}.namespace`, name, checkDnsLabel(name))),
  ...validateKeysOfPod(term, path),
  ...(term.topologyKey ? [] : [fieldError.required(`${path}.topologyKey`, 'can not be empty')]),
  ...validateLabelKey(term.topologyKey, `${path}.topologyKey`),
]

interface KeysOfPod {
  matchLabelKeys?: string[]
  mismatchLabelKeys?: string[]
  labelSelector?: LabelSelector
}

/** Label keys whose values are taken from the new pod. */
function validateKeysOfPod(
  { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector }: KeysOfPod,
  path: string,
): FieldError[] {
  const mismatched = new Set(mismatchLabelKeys)
  const selected = new Set(Object.keys(labelSelector?.matchLabels ?? {}))
  const errors = [
    ...validateKeys(matchLabelKeys, labelSelector, `${path}.matchLabelKeys`),
    ...validateKeys(mismatchLabelKeys, labelSelector, `${path}.mismatchLabelKeys`),
  ]
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    const index = matchLabelKeys.lastIndexOf(key)
    if (index >= 0 && selected.has(key)) {
      errors.push(fieldError.invalid(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector'))
    }
    selected.add(key)
  }
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!mismatched.has(key)) continue
    const at = `${path}.matchLabelKeys[${index}]`
    errors.push(fieldError.invalid(at, key, 'exists in both matchLabelKeys and mismatchLabelKeys'))
  }
  return errors
}

function validateKeys(keys: readonly string[], selector: LabelSelector | undefined, path: string): FieldError[] {
  if (keys.length === 0) return []
  if (selector === undefined) return [fieldError.forbidden(path, 'must not be specified when labelSelector is not set')]
  return validateEach(keys, path, validateLabelKey)
}

/** Everything wrong with how pods are to be spread. */
export const validateSpread = (
  constraints: readonly TopologySpreadConstraint[] | undefined,
  path: string,
): FieldError[] =>
  validateEach(constraints, path, (constraint, at, index) => [
    ...validatePositive(constraint.maxSkew, `${at}.maxSkew`),
    ...(constraint.topologyKey ? [] : [fieldError.required(`${at}.topologyKey`, 'can not be empty')]),
    ...validateOneOf(constraint.whenUnsatisfiable, `${at}.whenUnsatisfiable`, ['DoNotSchedule', 'ScheduleAnyway']),
    ...validateNotRepeated(constraint, constraints?.slice(index + 1) ?? [], at),
    ...validateMinDomains(constraint, `${at}.minDomains`),
    ...validateOptionalOneOf(constraint.nodeAffinityPolicy, `${at}.nodeAffinityPolicy`, ['Honor', 'Ignore']),
    ...validateOptionalOneOf(constraint.nodeTaintsPolicy, `${at}.nodeTaintsPolicy`, ['Honor', 'Ignore']),
    ...validateKeysOfPod(constraint, at),
    ...validateLabelSelector(constraint.labelSelector, `${at}.labelSelector`),
  ])

function validateNotRepeated(
  { topologyKey, whenUnsatisfiable }: TopologySpreadConstraint,
  later: readonly TopologySpreadConstraint[],
  path: string,
): FieldError[] {
  const isRepeated = later.some(
    (each) => each.topologyKey === topologyKey && each.whenUnsatisfiable === whenUnsatisfiable,
  )
  if (!isRepeated) return []
  return [fieldError.duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`)]
}

function validateMinDomains({ minDomains, whenUnsatisfiable }: TopologySpreadConstraint, path: string): FieldError[] {
  if (minDomains === undefined) return []
  const errors = validatePositive(minDomains, path)
  if (whenUnsatisfiable === 'DoNotSchedule') return errors
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`
  return [...errors, fieldError.invalid(path, minDomains, detail)]
}
