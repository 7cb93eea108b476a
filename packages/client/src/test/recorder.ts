import { ConfigMap } from '@skep/api'
import type { Client } from '../client.ts'
import { type ListWatchOptions, listWatch } from '../list-watch.ts'
import { told } from './scripted-client.ts'

/** Everything that following ConfigMaps of a namespace told, in order. */
export class Recorder {
  readonly events: string[] = []
  readonly errors: unknown[] = []
  #wake: () => void = () => {}

  constructor(
    client: Client,
    signal: AbortSignal,
    options: Partial<ListWatchOptions> & { pause?: () => Promise<void> } = {},
  ) {
    void this.#run(client, signal, options)
  }

  /** Resolves when it has told of this. */
  async until(event: string): Promise<void> {
    while (!this.events.includes(event)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async #run(
    client: Client,
    signal: AbortSignal,
    { pause, ...options }: Partial<ListWatchOptions> & { pause?: () => Promise<void> },
  ): Promise<void> {
    const onError = (error: unknown) => this.errors.push(error)
    for await (const change of listWatch(client, ConfigMap, { namespace: 'proof', signal, onError, ...options })) {
      this.events.push(change.type === 'synced' ? 'synced' : told(change))
      this.#wake()
      await pause?.()
    }
  }
}

/** Writes ConfigMaps and notes what followers of them should be told. */
export class Author {
  readonly client: Client
  readonly written: string[] = []

  constructor(client: Client) {
    this.client = client
  }

  async create(name: string, data: Record<string, string> = {}): Promise<void> {
    const { metadata } = await this.client.create(ConfigMap, { metadata: { namespace: 'proof', name }, data })
    this.written.push(`added ${name} ${metadata.resourceVersion}`)
  }

  async change(name: string, data: Record<string, string>): Promise<void> {
    const ref = { namespace: 'proof', name }
    const { metadata } = await this.client.patch(ConfigMap, ref, { type: 'merge', body: { data } })
    this.written.push(`updated ${name} ${metadata.resourceVersion}`)
  }

  get last(): string {
    return this.written.at(-1) ?? ''
  }
}
