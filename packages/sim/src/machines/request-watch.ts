import { CertificateSigningRequest } from '@skep/api'
import { realClock, type Timer } from '@skep/base'
import { type Client, Informer, type InformerOptions, type Stored } from '@skep/client'

type Request = Stored<CertificateSigningRequest>

interface Following {
  readonly informer: Informer<CertificateSigningRequest>
  readonly abort: AbortController
  /** Rejects when requests cannot be followed. */
  readonly failure: Promise<never>
}

/** How long requests are followed after the last answer: a machine that has got one certificate asks for the next. */
const LINGER_MS = 2_000

/** Follows the certificate requests of a tenant for all its machines, for as long as one of them waits. */
export class RequestWatch {
  readonly #client: Client
  readonly #options: Pick<InformerOptions, 'clock' | 'random' | 'log'>
  #following: Following | undefined
  #waiting = 0
  #end: Timer | undefined

  constructor(client: Client, options: Pick<InformerOptions, 'clock' | 'random' | 'log'>) {
    this.#client = client
    this.#options = options
  }

  /**
   * The request once it is signed, denied or failed; undefined when it is gone. Rejects when the signal aborts first, or
   * when nobody can tell.
   */
  async decided(name: string, signal: AbortSignal): Promise<Request | undefined> {
    const following = (this.#following ??= this.#start())
    this.#waiting++
    this.#end?.cancel()
    try {
      return await Promise.race([this.#decision(following.informer, name, signal), following.failure])
    } finally {
      if (--this.#waiting === 0) this.#linger(following)
    }
  }

  async #decision(
    informer: Informer<CertificateSigningRequest>,
    name: string,
    signal: AbortSignal,
  ): Promise<Request | undefined> {
    await informer.waitForSync(signal)
    // One that the watch does not know may have come since, or have gone before anybody looked.
    const isThere = informer.get({ name }) ?? (await this.#client.get(CertificateSigningRequest, { name }, { signal }))
    return isThere && decision(informer, name, signal)
  }

  #start(): Following {
    const informer = new Informer(this.#client, CertificateSigningRequest, this.#options)
    const abort = new AbortController()
    const failure = new Promise<never>((_, reject) => informer.run(abort.signal).catch(reject))
    const following = { informer, abort, failure }
    // Whoever waits is told; the next one tries again.
    failure.catch(() => this.#stop(following))
    return following
  }

  #linger(following: Following): void {
    const { clock = realClock } = this.#options
    this.#end = clock.setTimer(LINGER_MS, () => this.#stop(following))
  }

  #stop(following: Following): void {
    following.abort.abort()
    if (this.#following === following) this.#following = undefined
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
