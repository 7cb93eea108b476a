import { mayConcern, type WriteTarget } from '../match.ts'
import type { Webhook } from './compile.ts'

/** The webhooks of a cluster by the writes that they may be about, worked out once for each kind of write. */
export class WebhookTable {
  readonly #webhooks: readonly Webhook[]
  readonly #byTarget = new Map<string, readonly Webhook[]>()

  constructor(webhooks: readonly Webhook[]) {
    this.#webhooks = webhooks
  }

  /** In the order in which they are asked. Most writes are the business of none. */
  of(target: WriteTarget): readonly Webhook[] {
    if (this.#webhooks.length === 0) return this.#webhooks
    const { operation, resource, subresource } = target
    const name = `${operation} ${resource.resource}.${resource.group}/${subresource}`
    const known = this.#byTarget.get(name)
    if (known !== undefined) return known
    const found = this.#webhooks.filter(({ criteria }) => mayConcern(criteria, target))
    this.#byTarget.set(name, found)
    return found
  }
}
