import type { Clock } from '@skep/base'
import { type Client, type ClientKind, Informers, type ObjectChange, type Stored } from '@skep/client'

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
      // Of events, those that the operator itself records.
      const select = kind.kind === 'Event' ? { fieldSelector: 'source=website-operator' } : {}
      this.#informers.of(kind, select).onChange((change) => this.#note(clock.now() - start, change))
    }
  }

  start(signal: AbortSignal): Promise<void> {
    return this.#informers.run(signal)
  }

  /** One line per change: what happened, and what the object says of itself. */
  text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  #note(ms: number, { type, object }: ObjectChange): void {
    if (object.metadata.name === UNFORESEEABLE) return
    this.objects.push([ms, type, object])
    const { status, reason = status?.phase ?? '', involvedObject } = object as Described
    const name = involvedObject ? `on ${involvedObject.kind} ${involvedObject.name}` : object.metadata.name
    this.#lines.push(`${type} ${object.kind} ${name} ${reason}`.trimEnd())
  }
}

/** What some kinds say of themselves. */
interface Described extends Stored {
  readonly status?: { readonly phase?: string }
  readonly reason?: string
  readonly involvedObject?: { readonly kind: string; readonly name: string }
}
