import type { Clock, Random } from '@skep/base'
import type { Database } from '@skep/database'
import type { Caller } from '@skep/service'
import type { Driver } from '../driver-seam.ts'
import type { ChildRecords } from '../records/children.ts'
import type { ClusterRecords } from '../records/clusters.ts'
import type { ShardRecords } from '../records/shards.ts'
import type { PlacementParts } from '../shards/place.ts'
import type { CatalogLists } from './catalog-lists.ts'

/** What the handlers work with. */
export interface ApiParts extends PlacementParts {
  readonly database: Database
  readonly clusters: ClusterRecords
  readonly children: ChildRecords
  readonly shards: ShardRecords
  readonly driver: Driver
  readonly catalogLists: CatalogLists
  readonly clock: Clock
  readonly random: Random
  /** Who may change what belongs to all organisations; nobody who is known unless given. */
  readonly isAdministrator?: (caller: Caller) => boolean
  /** How long a cluster lives that says nothing about it; for ever unless given. */
  readonly defaultExpirationMs?: number
  /** How long a cluster may live at most; for ever unless given. */
  readonly maximumExpirationMs?: number
}
