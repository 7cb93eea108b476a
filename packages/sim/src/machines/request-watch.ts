import { CertificateSigningRequest } from '@skep/api'
import { type Client, Informer, type InformerOptions, type Stored } from '@skep/client'

type Request = Stored<CertificateSigningRequest>

/** Follows the certificate requests of a tenant for all its machines, for as long as one of them waits. */
export class RequestWatch {
  readonly #client: Client
  readonly #options: Pick<InformerOptions, 'clock' | 'random' | 'log'>
  #running: { readonly informer: Informer<CertificateSigningRequest>; readonly abort: AbortController } | undefined
  #waiting = 0

  constructor(client: Client, options: Pick<InformerOptions, 'clock' | 'random' | 'log'>) {
    this.#client = client
    this.#options = options
  }

  /** The request once it is signed, denied or failed; undefined when it is gone. Rejects when the signal aborts first. */
  async decided(name: string, signal: AbortSignal): Promise<Request | undefined> {
    const isFirst = this.#running === undefined
    const { informer } = (this.#running ??= this.#start())
    this.#waiting++
    try {
      if (isFirst) await informer.waitForSync(signal)
      // What was there before the first list and is not in it has gone; anything else has yet to be told of.
      return isFirst && !informer.get({ name }) ? undefined : await decision(informer, name, signal)
    } finally {
      if (--this.#waiting === 0) this.#stop()
    }
  }

  #start() {
    const informer = new Informer(this.#client, CertificateSigningRequest, this.#options)
    const abort = new AbortController()
    informer.run(abort.signal).catch((error: unknown) => {
      this.#options.log?.info('Following certificate requests failed', { reason: error })
    })
    return { informer, abort }
  }

  #stop(): void {
    this.#running?.abort.abort()
    this.#running = undefined
  }
}

async function decision(
  informer: Informer<CertificateSigningRequest>,
  name: string,
  signal: AbortSignal,
): Promise<Request | undefined> {
  const ending = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      const stop = informer.onChange(({ type, object }) => {
        if (object.metadata.name !== name) return
        if (type === 'deleted') resolve(undefined)
        else if (isDecided(object)) resolve(object)
      })
      ending.signal.addEventListener('abort', stop, { once: true })
      signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ending.signal })
      if (signal.aborted) reject(signal.reason)
    })
  } finally {
    ending.abort()
  }
}

const isDecided = (request: Request): boolean =>
  Boolean(request.status?.certificate) || refusalOf(request) !== undefined

/** Why there will be no certificate; undefined when there may be one. */
export const refusalOf = ({ status }: CertificateSigningRequest) =>
  status?.conditions?.find(({ type }) => type === 'Denied' || type === 'Failed')
