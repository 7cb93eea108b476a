import { HostedCluster, ManagedClusterClaim } from '@skep/api'
import type { Client } from '@skep/client'
import { createIfMissing } from '@skep/controller'
import type { MceParts } from '../parts.ts'

const HOSTED_COUNT = 'hostedclustercount.hypershift.openshift.io'

/** Lets a cluster say something of itself. */
export async function ensureClaim(client: Client, name: string, value: string): Promise<void> {
  const claim = { metadata: { name, labels: { 'velero.io/exclude-from-backup': 'true' } }, spec: { value } }
  if (await createIfMissing(client, ManagedClusterClaim, claim)) return
  await client.patch(ManagedClusterClaim, { name }, { type: 'merge', body: { spec: { value } } })
}

/** What a hosting cluster says of itself, given how many clusters it hosts. */
export function hostingClaims(
  count: number,
  { maxHostedClusters, thresholdHostedClusters }: MceParts['options'],
): Record<string, string> {
  return {
    'hostingcluster.hypershift.openshift.io': 'true',
    [`full.${HOSTED_COUNT}`]: String(count >= maxHostedClusters),
    [`above.threshold.${HOSTED_COUNT}`]: String(count >= thresholdHostedClusters),
    [`zero.${HOSTED_COUNT}`]: String(count === 0),
  }
}

/** Adds the controller that keeps the claims of the hosting cluster. */
export function addHostingClaimsController(parts: MceParts): void {
  const { client, manager, views, options } = parts
  const claims = manager.informersOf().of(ManagedClusterClaim)
  const controller = manager.add({
    name: 'hosting-claims',
    kind: ManagedClusterClaim,
    // Who changes a claim is corrected.
    reconcile: async () => {
      for (const [name, value] of Object.entries(hostingClaims(views.hostedClusters.size, options))) {
        if (claims.get({ name })?.spec?.value === value) continue
        await ensureClaim(client, name, value)
        parts.agents.lookAgain(options.hostingCluster)
      }
      return {}
    },
  })
  const all = { name: 'all' }
  controller.enqueue(all)
  manager
    .informersOf()
    .of(HostedCluster)
    .onChange(({ type }) => {
      if (type !== 'updated') controller.enqueue(all)
    })
}
