import type { Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { ANNOTATIONS } from '../node-pool/annotations.ts'
import type { IgnitionParts } from './parts.ts'

/** The one stage of a node pool that is its own: its configuration is made into what machines fetch. */
const STAGE = 'Provisioning'
const KIND = 'NodePool'

const isSimulated = ({ behaviours }: IgnitionParts): boolean => behaviours.kinds.some(({ kind }) => kind === KIND)

/** When the payload of a token Secret is there at the earliest, in milliseconds. */
export function payloadReadyAt({ sightings }: Ctx, parts: IgnitionParts, secret: Stored<Secret>): number {
  const { pool } = parts.reads.owners(secret)
  if (!pool || !isSimulated(parts)) return 0
  const stage = parts.behaviours.timeline(KIND, pool.metadata).find(({ name }) => name === STAGE)
  const made = Date.parse(secret.metadata.annotations?.[ANNOTATIONS.tokenGenerationTime] ?? '')
  return (made || sightings.createdAt(secret)) + (stage?.durationMs ?? 0)
}

/** Why no payload is made; undefined when one is. */
export function payloadFailure(
  parts: IgnitionParts,
  secret: Stored<Secret>,
): { readonly reason: string; readonly message: string } | undefined {
  const { pool } = parts.reads.owners(secret)
  return pool && isSimulated(parts) ? parts.behaviours.failureOf(KIND, pool.metadata, STAGE) : undefined
}
