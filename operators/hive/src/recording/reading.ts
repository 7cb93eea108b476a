import { ClusterDeployment } from '@skep/api'
import type { Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { type ConditionTemplate, CREATED_STATE } from '@skep/sim'
import type { HiveCondition } from '../conditions.ts'
import { readCreated, readFailure, readState, readStateName } from '../simulator/state-annotations.ts'

/** A condition, and when it became so by the clock of who wrote it. */
export interface ReadCondition extends ConditionTemplate {
  /** In milliseconds; whole seconds. */
  readonly time: number | undefined
}

/** What of an object is recorded, at one time. */
export interface Reading {
  /** Empty for one that has none. */
  readonly state: string
  /** By type. */
  readonly conditions: ReadonlyMap<string, ReadCondition>
  /** Fields of the status that are there. */
  readonly sets: readonly string[]
  readonly isReady: boolean
  /** The condition that says that it failed. */
  readonly failure: ReadCondition | undefined
  /** When it was made and came into its state, if it did, as a simulator notes it on its objects; in milliseconds. */
  readonly noted: { readonly created: number; readonly since: number | undefined } | undefined
}

interface RecordedStatus {
  readonly state?: string
  readonly conditions?: readonly HiveCondition[]
  readonly provisionRef?: { readonly name?: string }
  readonly apiURL?: string
}

/** Reads a ClusterDeployment or a claim. */
export function readObject(kind: string, object: Stored<KubeObject>): Reading {
  // Both kinds of claims and ClusterDeployments have no other fields that are looked at here.
  const { status = {}, spec } = object as { status?: RecordedStatus; spec?: { installed?: boolean } }
  const conditions = new Map((status.conditions ?? []).map((condition) => [condition.type, readCondition(condition)]))
  const [record, created] = [readState(object), readCreated(object)]
  const isCluster = kind === ClusterDeployment.kind
  return {
    state: isCluster ? stateOfCluster(object, conditions) : (status.state ?? ''),
    conditions,
    sets: isCluster ? fieldsOf(status) : [],
    isReady: isCluster ? spec?.installed === true : status.state === 'Ready',
    failure: failureOf(object, status, conditions),
    noted: created === undefined ? undefined : { created, since: record?.since },
  }
}

function readCondition({ type, status, reason = '', message = '', ...times }: HiveCondition): ReadCondition {
  const time = Date.parse(times.lastProbeTime ?? times.lastTransitionTime ?? '')
  const known = status === 'True' || status === 'False' ? status : 'Unknown'
  return { type, status: known, reason, message, time: Number.isNaN(time) ? undefined : time }
}

/** A simulator notes the state of a cluster; elsewhere it is what Hive says of its provisioning. */
function stateOfCluster(object: KubeObject, conditions: Reading['conditions']): string {
  const noted = readStateName(object)
  if (noted === undefined) return conditions.get('Provisioned')?.reason ?? ''
  return noted === CREATED_STATE ? '' : noted
}

/** A provision that failed is no field that appears: whoever fails has it. */
const fieldsOf = ({ provisionRef, apiURL }: RecordedStatus): string[] => [
  ...(provisionRef?.name && !provisionRef.name.endsWith('-provision-failed') ? ['provisionRef'] : []),
  ...(apiURL ? ['apiURL'] : []),
]

function failureOf(
  object: KubeObject,
  { state }: RecordedStatus,
  conditions: Reading['conditions'],
): ReadCondition | undefined {
  const noted = conditions.get(readFailure(object) ?? '')
  if (noted) return noted
  const [stopped, failed] = [conditions.get('ProvisionStopped'), conditions.get('ProvisionFailed')]
  const given = [stopped, failed].find((condition) => condition?.status === 'True')
  return given ?? (state === 'Error' ? newest(conditions) : undefined)
}

/** The condition that became true last. */
function newest(conditions: Reading['conditions']): ReadCondition | undefined {
  const holding = [...conditions.values()].filter(({ status }) => status === 'True')
  return holding.sort((a, b) => (b.time ?? 0) - (a.time ?? 0))[0]
}
