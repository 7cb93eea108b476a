import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { isIpv6, validateCidr } from '../meta/ip.ts'
import { validateLabelKey } from '../meta/label-selector.ts'
import { checkLabelValue } from '../meta/names.ts'
import { validateEach } from '../meta/validation.ts'
import { showUnsetTimes } from '../meta/wire.ts'
import { keepOtherHalf } from '../rules/status.ts'
import { nodeTable } from './node.table.ts'
import type { Node, NodeSpec, NodeStatus, Taint } from './node.ts'
import { validateResourceAmount } from './resources.validate.ts'
import { validateTaintEffect } from './toleration.ts'

/** What nodes do beyond their schema. A node may be created with its status: kubelets register themselves so. */
export const nodeRules: KindRules<Node> = {
  defaults: (node) => {
    node.spec ??= {}
    defaultPodCidrs(node.spec)
    if (node.status) defaultStatus(node.status)
  },
  prepareForCreate: () => {},
  prepareForUpdate: keepOtherHalf,
  validate: validateNode,
  validateUpdate: (node, stored) => [
    ...validateStatus(node.status ?? {}),
    ...validateSpecKept(node.spec ?? {}, stored.spec ?? {}),
  ],
  cells: nodeTable.cells,
  selectableFields: ({ spec }) => ({ 'spec.unschedulable': String(spec?.unschedulable ?? false) }),
}

const NOT_READY = 'node.kubernetes.io/not-ready'

/** In place: a node that has just been created takes no pods until something says that it is ready. */
export function addNotReadyTaint(node: Node): void {
  node.spec ??= {}
  node.spec.taints ??= []
  const isThere = node.spec.taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')
  if (!isThere) node.spec.taints.push({ key: NOT_READY, effect: 'NoSchedule' })
}

function defaultPodCidrs(spec: NodeSpec): void {
  if (spec.podCIDR && spec.podCIDRs?.[0] !== spec.podCIDR) spec.podCIDRs = [spec.podCIDR]
  else if (!spec.podCIDR && spec.podCIDRs?.[0]) spec.podCIDR = spec.podCIDRs[0]
}

function defaultStatus(status: NodeStatus): void {
  if (status.capacity && !status.allocatable) status.allocatable = { ...status.capacity }
  for (const condition of status.conditions ?? []) showUnsetTimes(condition, 'lastHeartbeatTime', 'lastTransitionTime')
}

function validateNode({ spec = {}, status = {} }: Node): FieldError[] {
  return [...validateTaints(spec.taints), ...validateResources(status), ...validatePodCidrs(spec.podCIDRs)]
}

/** Errors name the metadata, though taints are in the spec: so does Kubernetes. */
function validateTaints(taints: readonly Taint[] | undefined): FieldError[] {
  const seen = new Set<string>()
  return validateEach(taints, 'metadata.taints', (taint, at) => {
    const { key, value = '', effect } = taint
    const complaints = checkLabelValue(value)
    const isRepeated = seen.has(`${effect}/${key}`)
    seen.add(`${effect}/${key}`)
    return [
      ...validateLabelKey(key, `${at}.key`),
      ...(complaints.length > 0 ? [fieldError.invalid(`${at}.value`, value, complaints.join(';'))] : []),
      ...(effect ? validateTaintEffect(effect, `${at}.effect`) : [fieldError.required(`${at}.effect`)]),
      ...(isRepeated ? [duplicateTaint(taint, at)] : []),
    ]
  })
}

function duplicateTaint({ key, value = '', effect, timeAdded }: Taint, path: string): FieldError {
  const shown = JSON.stringify({ Key: key, Value: value, Effect: effect, TimeAdded: timeAdded ?? null })
  const message = `Duplicate value: ${shown}: taints must be unique by key and effect pair`
  return { type: 'Duplicate', field: path, message }
}

const validateResources = ({ capacity = {}, allocatable = {} }: NodeStatus): FieldError[] =>
  Object.entries({ capacity, allocatable }).flatMap(([list, amounts]) =>
    Object.entries(amounts).flatMap(([name, amount]) =>
      validateResourceAmount(name, amount, `status.${list}[${name}]`),
    ),
  )

function validatePodCidrs(ranges: readonly string[] | undefined): FieldError[] {
  const errors = validateEach(ranges, 'spec.podCIDRs', validateCidr)
  if (errors.length > 0 || !ranges || ranges.length < 2) return errors
  const families = new Set(ranges.map((range) => isIpv6(range.split('/')[0] ?? '')))
  return families.size === 2 && ranges.length === 2
    ? []
    : [fieldError.invalid('spec.podCIDRs', ranges, 'may specify no more than one CIDR for each IP family')]
}

function validateStatus({ addresses }: NodeStatus): FieldError[] {
  const seen = new Set<string>()
  return validateEach(addresses, 'status.addresses', ({ type, address }, at) => {
    const isRepeated = seen.has(`${type}/${address}`)
    seen.add(`${type}/${address}`)
    const shown = JSON.stringify({ Type: type, Address: address })
    return isRepeated ? [{ type: 'Duplicate', field: at, message: `Duplicate value: ${shown}` }] : []
  })
}

function validateSpecKept(spec: NodeSpec, stored: NodeSpec): FieldError[] {
  const before = stored.podCIDRs ?? []
  const now = spec.podCIDRs ?? []
  const kept =
    before.length === 0 || (before.length === now.length && before.every((range, index) => range === now[index]))
  return [
    ...(kept
      ? []
      : [fieldError.forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')]),
    ...validateProviderKept(spec.providerID ?? '', stored.providerID ?? ''),
    ...((spec.externalID ?? '') === (stored.externalID ?? '')
      ? []
      : [fieldError.forbidden('spec.externalID', 'may not be updated')]),
  ]
}

function validateProviderKept(provider: string, stored: string): FieldError[] {
  if (stored === '' || provider === stored) return []
  const what = provider === '' ? 'cleared' : 'modified'
  return [fieldError.invalid('spec.providerID', null, `field cannot be ${what} once set`)]
}
