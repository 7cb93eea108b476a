import { Lease, ManagedClusterAddOn } from '@skep/api'
import type { Clock, Logger } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import { type ConditionUpdate, type Sightings, setCondition, withOwnStatus } from '@skep/controller'
import { ANNOTATIONS } from '../names.ts'

/** Where add-ons are looked for, and where their health is told. */
export interface AddOnSurroundings {
  readonly hubClient: Client
  readonly managedClient: Client
  readonly clock: Clock
  /** Leases of add-ons are renewed by whoever runs them. */
  readonly sightings: Sightings
  readonly log: Logger
}

/** An add-on that has not renewed its lease for this long is not there any more. */
const GRACE_PERIOD_MS = 300_000

/**
 * Says of add-ons whether they are available, by the lease that each renews. One of which that cannot be found out, or
 * told, is no trouble of the others, nor of the cluster: it is looked at again the next time.
 */
export async function reportAddOns(
  surroundings: AddOnSurroundings,
  addOns: readonly Stored<ManagedClusterAddOn>[],
  signal: AbortSignal,
): Promise<void> {
  for (const addOn of addOns) {
    // The health of others is told by those who know it.
    if (addOn.status?.healthCheck?.mode === 'Customized' || addOn.metadata.deletionTimestamp !== undefined) continue
    try {
      await setAddOnAvailable(surroundings, addOn, await healthOf(surroundings, addOn, signal))
    } catch (error) {
      if (signal.aborted) throw error
      const { namespace = '', name } = addOn.metadata
      surroundings.log.info('Cannot tell how an add-on is', { ManagedClusterAddOn: `${namespace}/${name}`, error })
    }
  }
}

/** Writes how an add-on is, unless it is known already. */
export async function setAddOnAvailable(
  { hubClient, clock }: Pick<AddOnSurroundings, 'hubClient' | 'clock'>,
  addOn: Stored<ManagedClusterAddOn>,
  statement: Omit<ConditionUpdate, 'type'>,
): Promise<void> {
  const after = withOwnStatus(addOn)
  const conditions = ((after.status ??= {}).conditions ??= [])
  if (!setCondition(conditions, { type: 'Available', ...statement }, clock.now())) return
  await hubClient.patchStatus(ManagedClusterAddOn, addOn, after, { ifUnchanged: true })
}

async function healthOf(
  { hubClient, managedClient, clock, sightings }: AddOnSurroundings,
  addOn: Stored<ManagedClusterAddOn>,
  signal: AbortSignal,
): Promise<Omit<ConditionUpdate, 'type'>> {
  const { name, annotations } = addOn.metadata
  const isElsewhere = Boolean(annotations?.[ANNOTATIONS.addOnHostingCluster])
  const namespace = addOn.status?.namespace || addOn.spec.installNamespace
  const client = isElsewhere ? hubClient : managedClient
  const lease = await client.get(Lease, { namespace, name }, { signal })
  if (!lease) {
    const message = `The status of ${name} add-on is unknown.`
    return { status: 'Unknown', reason: 'ManagedClusterAddOnLeaseNotFound', message }
  }
  const renewTime = lease.spec?.renewTime
  if (renewTime && clock.now() < sightings.since(`${lease.metadata.uid} ${renewTime}`, renewTime) + GRACE_PERIOD_MS) {
    return { status: 'True', reason: 'ManagedClusterAddOnLeaseUpdated', message: `${name} add-on is available.` }
  }
  const message = `${name} add-on is not available.`
  return { status: 'False', reason: 'ManagedClusterAddOnLeaseUpdateStopped', message }
}
