/** A server of this process that can be asked without a connection. */
export interface LocalServer {
  /** Whom its clients have to trust, in PEM. */
  readonly ca: string
  /** Answers what would come as a POST. */
  post(path: string, body: string): Promise<LocalAnswer>
}

/** What a connection would have brought back. */
export interface LocalAnswer {
  readonly status: number
  readonly text: string
}

const servers = new Map<string, LocalServer>()

/** Makes a server known that listens at an origin such as `https://127.0.0.1:4711`. Returns how to end that. */
export function announceLocalServer(origin: string, server: LocalServer): () => void {
  servers.set(origin, server)
  return () => void servers.delete(origin)
}

/** The server of this process at an origin, for those who trust nobody but its authority: others have to connect. */
export function findLocalServer(origin: string, trusted: string | undefined): LocalServer | undefined {
  const server = servers.get(origin)
  return server?.ca === trusted ? server : undefined
}
