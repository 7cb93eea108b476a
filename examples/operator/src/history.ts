import type { Clock } from '@skep/base'
import { type Client, type ClientKind, Informers, type ObjectChange } from '@skep/client'

/** The certificate of a cluster is made of keys that no seed foretells. */
const UNFORESEEABLE = 'kube-root-ca.crt'

/** Writes down everything that happens to objects of some kinds, for a test to compare. */
export class History {
  readonly objects: unknown[] = []
  readonly #lines: string[] = []
  readonly #informers: Informers

  constructor(client: Client, clock: Clock, kinds: readonly ClientKind[]) {
    this.#informers = new Informers(client, { clock })
    const start = clock.now()
    for (const kind of kinds) {
      this.#informers.of(kind).onChange((change) => this.#note(clock.now() - start, change))
    }
  }

  start(signal: AbortSignal): Promise<void> {
    return this.#informers.run(signal)
  }

  /** One line per change: when, what happened, and what the object says of itself. */
  text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  #note(ms: number, { type, object }: ObjectChange): void {
    if (object.metadata.name === UNFORESEEABLE) return
    this.objects.push([ms, type, object])
    const { kind, metadata, ...rest } = object as typeof object & {
      status?: { phase?: string; availableReplicas?: number }
      reason?: string
    }
    const state = rest.reason ?? rest.status?.phase ?? rest.status?.availableReplicas ?? ''
    const name = kind === 'Event' ? '' : ` ${metadata.name}`
    this.#lines.push(`${(ms / 1000).toFixed(3).padStart(9)} ${type.padEnd(7)} ${kind}${name} ${state}`.trimEnd())
  }
}
