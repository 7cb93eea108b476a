import type { Client } from '@skep/client'
import type { OwnerReference } from '@skep/schema'
import type { Manifest, SpokeKind } from '../types.ts'

/** One object that is to be as its manifest says. */
export interface ApplyTarget {
  readonly spokeClient: Client
  readonly kind: SpokeKind
  /** As it can be sent: see `cleanManifest`. */
  readonly manifest: Manifest
  readonly ref: { readonly namespace?: string; readonly name: string }
  /** The work, and whether the object goes with it. */
  readonly owner: OwnerReference
  readonly owned: boolean
}
