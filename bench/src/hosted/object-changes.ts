import type { Connection } from '../connection.ts'

/** As much of an object as the measurement looks at. */
export interface SeenObject {
  readonly metadata: { readonly namespace: string; readonly name: string }
  readonly status?: {
    readonly replicas?: number
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
}

/** Which objects of a kind are there, and which of them are as they should be. */
export class ObjectChanges {
  readonly existing = new Map<string, SeenObject>()
  readonly done = new Set<string>()
  /** How many changes have come. */
  changes = 0
  readonly #isDone: (object: SeenObject) => boolean
  readonly #decoder = new TextDecoder()
  #rest = ''

  constructor(isDone: (object: SeenObject) => boolean) {
    this.#isDone = isDone
  }

  /** Follows all objects of a kind from now on. */
  follow(connection: Connection, path: string): void {
    connection.watch(`${path}?watch=true`, (piece) => this.#read(piece))
  }

  #read(piece: Buffer): void {
    const lines = (this.#rest + this.#decoder.decode(piece, { stream: true })).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) if (line !== '') this.#take(JSON.parse(line))
  }

  #take({ type, object }: { type: string; object: SeenObject }): void {
    if (type === 'ERROR') throw new Error(`the watch ended: ${JSON.stringify(object)}`)
    this.changes++
    const key = `${object.metadata.namespace}/${object.metadata.name}`
    if (type === 'DELETED') this.existing.delete(key)
    else this.existing.set(key, object)
    if (type !== 'DELETED' && this.#isDone(object)) this.done.add(key)
    else this.done.delete(key)
  }
}

/** Whether a condition is True. */
export const isTrue = ({ status }: SeenObject, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true
