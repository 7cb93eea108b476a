import { ClusterOperator } from '@skep/api'
import type { Stored } from '@skep/client'
import { asJson, jsonEqual } from '@skep/schema'
import { HOSTED_OPERATORS, operatorStatus } from '@skep/sim'
import type { Release } from '../../contracts.ts'
import { isDisabled } from '../config/capabilities.ts'
import type { SettingsClient } from '../config/foreign-writes.ts'
import type { ControlPlane } from '../control-planes.ts'

/** Operators that belong to a part of OpenShift that a cluster may lack. */
const CAPABILITY_OF: Readonly<Record<string, string>> = {
  console: 'Console',
  'image-registry': 'ImageRegistry',
  ingress: 'Ingress',
}

const isLacking = (controlPlane: ControlPlane, operator: string): boolean =>
  isDisabled(controlPlane, CAPABILITY_OF[operator] ?? '')

/** Takes operators away that belong to a part which the cluster lacks. */
export async function removeOperators(client: SettingsClient, controlPlane: ControlPlane): Promise<void> {
  const lacking = Object.keys(CAPABILITY_OF).filter((name) => isLacking(controlPlane, name))
  for (const name of lacking) await client.delete(ClusterOperator, { name })
}

/** How the operators of a cluster shall be. */
export interface OperatorsState {
  readonly release: Release
  /** Whether those are well, too, that need nodes. */
  readonly complete: boolean
  readonly now: number
}

/** Has all operators say what they shall, those as well that somebody deleted. */
export async function settleOperators(
  client: SettingsClient,
  controlPlane: ControlPlane,
  state: OperatorsState,
): Promise<void> {
  const { items } = await client.list(ClusterOperator)
  const present = new Set(items.map(({ metadata }) => metadata.name))
  for (const operator of items) await settleOperator(client, operator, state)
  for (const name of HOSTED_OPERATORS.keys()) {
    if (present.has(name) || isLacking(controlPlane, name)) continue
    await settleOperator(client, await client.create(ClusterOperator, { metadata: { name }, spec: {} }), state)
  }
}

async function settleOperator(
  client: SettingsClient,
  operator: Stored<ClusterOperator>,
  { release, complete, now }: OperatorsState,
): Promise<void> {
  const { name } = operator.metadata
  const available = complete || (HOSTED_OPERATORS.get(name) ?? false)
  const status = operatorStatus(name, release, { available, now }, operator.status)
  if (jsonEqual(asJson(status), asJson(operator.status ?? {}))) return
  await client.updateStatus(ClusterOperator, { ...operator, status })
}
