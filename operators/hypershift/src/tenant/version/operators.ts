import { ClusterOperator } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import { asJson, jsonEqual } from '@skep/schema'
import { HOSTED_OPERATORS, operatorStatus } from '@skep/sim'
import type { Release } from '../../contracts.ts'
import { isDisabled } from '../config/capabilities.ts'
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
export async function removeOperators(client: Client, controlPlane: ControlPlane): Promise<void> {
  const lacking = Object.keys(CAPABILITY_OF).filter((name) => isLacking(controlPlane, name))
  for (const name of lacking) await client.delete(ClusterOperator, { name })
}

/** Has all operators say that they are well and of a release, those as well that somebody deleted. */
export async function completeOperators(
  client: Client,
  controlPlane: ControlPlane,
  release: Release,
  now: number,
): Promise<void> {
  const { items } = await client.list(ClusterOperator)
  const present = new Set(items.map(({ metadata }) => metadata.name))
  for (const operator of items) await completeOperator(client, operator, release, now)
  for (const name of HOSTED_OPERATORS.keys()) {
    if (present.has(name) || isLacking(controlPlane, name)) continue
    await completeOperator(client, await client.create(ClusterOperator, { metadata: { name }, spec: {} }), release, now)
  }
}

async function completeOperator(client: Client, operator: Stored<ClusterOperator>, release: Release, now: number) {
  const status = operatorStatus(operator.metadata.name, release, { available: true, now }, operator.status)
  if (jsonEqual(asJson(status), asJson(operator.status ?? {}))) return
  await client.updateStatus(ClusterOperator, { ...operator, status })
}
