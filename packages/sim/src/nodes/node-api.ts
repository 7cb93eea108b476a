import type { Clock } from '@skep/base'
import type { Client } from '@skep/client'

/** What kubelets work with. */
export interface NodeApi {
  readonly client: Client
  readonly clock: Clock
}

/** Who owns what a kubelet writes. */
export const FIELD_MANAGER = 'kubelet'
