import { CustomResourceDefinition } from '@skep/api'
import { type KindDefinition, kindToCrd } from '@skep/schema'
import type { Client } from './client.ts'
import type { Manifest, Stored } from './kind.ts'
import type { ListWatchOptions } from './list-watch.ts'
import { waitFor } from './wait-for.ts'

/** Makes a Kubernetes serve kinds of our own: applies their CRDs and waits until the server has taken them up. */
export async function installKinds(
  client: Client,
  kinds: readonly KindDefinition[],
  options: Pick<ListWatchOptions, 'signal' | 'clock'>,
): Promise<void> {
  await Promise.all(
    kinds.map(async (kind) => {
      // The CRD of a kind is a CustomResourceDefinition, put together member by member.
      const crd = kindToCrd(kind) as unknown as Manifest<CustomResourceDefinition>
      const { metadata } = await client.apply(CustomResourceDefinition, crd, { force: true, signal: options.signal })
      await waitFor(client, CustomResourceDefinition, metadata, isEstablished, options)
    }),
  )
}

const isEstablished = (crd: Stored<CustomResourceDefinition> | undefined): boolean =>
  (crd?.status?.conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True')
