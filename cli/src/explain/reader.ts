import { Event } from '@skep/api'
import { hasReason, type Reason } from '@skep/base'
import {
  type Client,
  type ClientKind,
  createKindResolver,
  type DynamicObject,
  type LabelSelector,
  metadataOf,
  type ObjectRef,
  type Stored,
} from '@skep/client'
import { apiVersionOf, type KubeObject } from '@skep/schema'
import { fetchServedKinds, type ServedKind } from './served-kinds.ts'

/** Which objects of a kind were looked at, for whoever wants to know when they change. */
export interface ReadScope {
  readonly client: Client
  readonly kind: ClientKind
  readonly namespace?: string
  readonly name?: string
}

/** Which objects to list. */
export interface ReadSelection {
  readonly namespace?: string | undefined
  readonly labels?: LabelSelector
}

/** How a reader gets at other clusters, and whom it tells what it looks at. */
export interface ReaderOptions {
  /** Opens the cluster of a kubeconfig; rejects when it does not answer. */
  connect(kubeconfig: string): Promise<Client>
  onRead?(scope: ReadScope): void
}

/** Names a kind as references do. */
type KindName = Pick<KubeObject, 'apiVersion' | 'kind'>

/** Answers that mean that there is nothing for this caller. The rest of what there is can still be explained. */
const NOTHING: readonly Reason[] = ['NotFound', 'Forbidden', 'MethodNotAllowed']

/** Reads objects of one cluster, and asks for everything once. What may not be read is as if it were not there. */
export class Reader {
  /** Empty for the cluster that was asked; otherwise the name of a tenant's. */
  readonly cluster: string
  readonly #client: Client
  readonly #options: ReaderOptions
  readonly #answers = new Map<string, Promise<unknown>>()
  readonly #resolver

  constructor(client: Client, options: ReaderOptions, cluster = '') {
    this.cluster = cluster
    this.#client = client
    this.#options = options
    this.#resolver = createKindResolver(client)
  }

  get<T extends KubeObject>(kind: ClientKind<T>, ref: ObjectRef): Promise<Stored<T> | undefined> {
    const { namespace = '', name } = ref
    return this.#once(`${keyOf(kind)} ${namespace}/${name}`, () => {
      this.#tell(kind, { namespace, name })
      return orNothing(this.#client.get(kind, ref))
    })
  }

  list<T extends KubeObject>(kind: ClientKind<T>, selection: ReadSelection = {}): Promise<readonly Stored<T>[]> {
    const { namespace, labels } = selection
    return this.#once(`${keyOf(kind)} ${JSON.stringify(selection)}`, async () => {
      this.#tell(kind, { namespace })
      const options = {
        ...(namespace === undefined ? {} : { namespace }),
        ...(labels === undefined ? {} : { labelSelector: labels }),
      }
      const { items = [] } = (await orNothing(this.#client.list(kind, options))) ?? {}
      return items.map((item) => withType(kind, item))
    })
  }

  /** An object that is named by its kind, such as in a reference. */
  async find(names: KindName, ref: ObjectRef): Promise<Stored<DynamicObject> | undefined> {
    const kind = await this.#resolver.resolve(names)
    if (!kind || (kind.scope === 'Namespaced' && !ref.namespace)) return undefined
    return this.get(kind, ref)
  }

  /** All kinds that the cluster serves. */
  servedKinds(): Promise<readonly ServedKind[]> {
    return this.#once('kinds', () => fetchServedKinds(this.#client))
  }

  /** Everything in a namespace, or all that is in none, by its metadata. */
  everythingIn(namespace: string | undefined): Promise<readonly Stored[]> {
    return this.#once(`everything in ${namespace}`, async () => {
      const scope = namespace === undefined ? 'Cluster' : 'Namespaced'
      const kinds = (await this.servedKinds()).filter(({ kind }) => kind.scope === scope && kind.kind !== 'Event')
      return (await Promise.all(kinds.map(({ kind }) => this.list(metadataOf(kind), { namespace })))).flat()
    })
  }

  /** What is beside an object, in its namespace or in none, and has it for an owner. */
  async ownedBy({ metadata: { uid, namespace } }: Stored): Promise<readonly Stored<DynamicObject>[]> {
    const all = await this.everythingIn(namespace)
    const owned = all.filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid))
    const objects = await Promise.all(owned.map((object) => this.find(object, object.metadata)))
    return objects.filter((object) => object !== undefined)
  }

  /** The newest warning about an object. */
  async warningOf({ metadata: { uid, namespace } }: Stored): Promise<Stored<Event> | undefined> {
    const events = await this.list(Event, { namespace: namespace ?? 'default' })
    return events
      .filter(({ type, involvedObject }) => type === 'Warning' && involvedObject.uid === uid)
      .reduce<Stored<Event> | undefined>((newest, event) => (isNewer(event, newest) ? event : newest), undefined)
  }

  /** A reader of another cluster, the same for the same kubeconfig. Rejects when that does not answer. */
  open(cluster: string, kubeconfig: string): Promise<Reader> {
    return this.#once(`open ${kubeconfig}`, async () => {
      const client = await this.#options.connect(kubeconfig)
      return new Reader(client, this.#options, cluster)
    })
  }

  #once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    // A key is only ever used for one question, so the answer has its type.
    const known = this.#answers.get(key) as Promise<Answer> | undefined
    if (known) return known
    const asked = ask()
    this.#answers.set(key, asked)
    return asked
  }

  #tell(kind: ClientKind, { namespace, name }: { namespace?: string | undefined; name?: string }): void {
    this.#options.onRead?.({
      client: this.#client,
      kind,
      ...(namespace ? { namespace } : {}),
      ...(name === undefined ? {} : { name }),
    })
  }
}

const keyOf = (kind: ClientKind): string =>
  `${apiVersionOf(kind)}/${kind.plural}${kind.metadataOnly ? ' (metadata)' : ''}`

/** Items of a list do not always say of which kind they are. */
const withType = <T extends KubeObject>(kind: ClientKind<T>, item: Stored<T>): Stored<T> =>
  item.kind === kind.kind ? item : { ...item, apiVersion: apiVersionOf(kind), kind: kind.kind }

const timeOf = ({ lastTimestamp, eventTime }: Event): number => Date.parse(lastTimestamp ?? eventTime ?? '') || 0

const isNewer = (event: Event, than: Event | undefined): boolean => than === undefined || timeOf(event) >= timeOf(than)

async function orNothing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (error) {
    if (NOTHING.some((reason) => hasReason(error, reason))) return undefined
    throw error
  }
}
