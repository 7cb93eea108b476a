import http from 'node:http'

/** What a list answers, as far as it is looked at here. */
export interface ClusterPage {
  readonly total: number
  readonly items: readonly unknown[]
}

/** A client of the clusters service with so many connections, all of which stay open. */
export class ServiceClient {
  readonly #url: string
  readonly #agent: http.Agent

  constructor(url: string, connections: number) {
    this.#url = url
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Orders a cluster. */
  async order(cluster: object): Promise<void> {
    await this.#request('POST', '/clusters', cluster)
  }

  /** Whether a release can be ordered; the service learns of them from its shards. */
  async offers(version: string): Promise<boolean> {
    const query = new URLSearchParams({ search: `id = '${version}'` })
    // The service answers lists in this form.
    return ((await this.#request('GET', `/versions?${query}`)) as ClusterPage).total > 0
  }

  /** Searches clusters; a size of 0 asks only how many there are. */
  async search(search: string, size: number, order?: string): Promise<ClusterPage> {
    // The service answers lists in this form.
    return (await this.#request('GET', searchPath(search, size, order))) as ClusterPage
  }

  /** Searches without looking into the answer: what a client makes of a page is its own affair. */
  async receive(search: string, size: number, order?: string): Promise<void> {
    await this.#answer('GET', searchPath(search, size, order))
  }

  close(): void {
    this.#agent.destroy()
  }

  async #request(method: string, path: string, body?: object): Promise<unknown> {
    return JSON.parse((await this.#answer(method, path, body)).toString('utf8'))
  }

  #answer(method: string, path: string, body?: object): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const request = http.request(this.#url + path, { method, agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = Buffer.concat(chunks)
          if (response.statusCode! < 300) resolve(answer)
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.toString('utf8').slice(0, 500)}`))
        })
      })
      request.on('error', reject)
      request.end(body && JSON.stringify(body))
    })
  }
}

const searchPath = (search: string, size: number, order?: string): string =>
  `/clusters?${new URLSearchParams({ search, size: String(size), ...(order === undefined ? {} : { order }) })}`
