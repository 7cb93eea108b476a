import { type Clock, createBackoff, type Logger, type Timer } from '@skep/base'
import type { Client } from 'pg'
import type { Channels } from '../channels.ts'

/** All our channels share one of PostgreSQL's, whose payload is the sender and the channel. */
export const POSTGRES_CHANNEL = 'skep_changes'

/** The payload of a notification. */
export const notificationOf = (sender: string, channel: string): string => `${sender}:${channel}`

/** What a listener needs. */
export interface PostgresListenerOptions {
  channels: Channels
  sender: string
  clock: Clock
  log: Logger
  connect(): Client
}

/** A connection that hears what other replicas notify, and comes back when it is lost. */
export class PostgresListener {
  readonly #options: PostgresListenerOptions
  readonly #backoff = createBackoff({ baseMs: 100, maxMs: 5_000 })
  #client: Client | undefined
  #timer: Timer | undefined
  #failures = 0
  #started = false
  #stopped = false

  constructor(options: PostgresListenerOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    void this.#connect()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.cancel()
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    if (this.#stopped) return
    const client = this.#options.connect()
    this.#client = client
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, new Error('the connection ended')))
    try {
      await client.connect()
      await client.query(`LISTEN ${POSTGRES_CHANNEL}`)
    } catch (error) {
      this.#lost(client, error)
      return
    }
    this.#failures = 0
    // Whatever was notified before this moment was not heard.
    this.#options.channels.emitAll()
  }

  #heard(payload: string): void {
    const [sender, ...channel] = payload.split(':')
    if (sender !== this.#options.sender) this.#options.channels.emit(channel.join(':'))
  }

  #lost(client: Client, error: unknown): void {
    if (this.#client !== client || this.#stopped) return
    this.#client = undefined
    client.end().catch(() => undefined)
    const { clock, log } = this.#options
    const delayMs = this.#backoff.delay(this.#failures++)
    log.info('Lost the connection that listens to the database', {
      reason: error instanceof Error ? error.message : String(error),
      retryInMs: Math.round(delayMs),
    })
    this.#timer = clock.setTimer(delayMs, () => void this.#connect())
  }
}
