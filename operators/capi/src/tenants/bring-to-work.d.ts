import type { Enqueues } from '../controllers.ts'
import { type Lookups } from '../lookups.ts'
import type { TenantsListener } from './tenants.ts'
/** Brings to work what happens in tenants' clusters concerns; the controllers may come later than the clusters. */
export declare function bringToWork(lookups: Lookups, enqueues: () => Enqueues | undefined): TenantsListener
//# sourceMappingURL=bring-to-work.d.ts.map
