import { AppliedManifestWork, type ManifestWork } from '@skep/api'
import { hasReason } from '@skep/base'
import { type Client, type Informer, isObjectMissing, mergePatch, type Stored } from '@skep/client'
import { createStatusWriter, type NewestCopies, newestCopies, type StatusWriter, withOwnStatus } from '@skep/controller'
import { APPLIED_WORK_FINALIZER, appliedWorkName } from '../names.ts'
import type { AppliedResource } from '../types.ts'

/** Who keeps AppliedManifestWorks: an agent of one hub. */
export interface AppliedWorksOwner {
  readonly hubHash: string
  readonly agentId: string
}

/** What the cluster remembers of works: which objects each of them put there. */
export class AppliedWorks {
  readonly #spokeClient: Client
  readonly #newest: NewestCopies<AppliedManifestWork>
  readonly #patchStatus: StatusWriter<AppliedManifestWork>
  readonly #owner: AppliedWorksOwner

  constructor(spokeClient: Client, informer: Informer<AppliedManifestWork>, owner: AppliedWorksOwner) {
    this.#spokeClient = spokeClient
    this.#newest = newestCopies(informer)
    this.#patchStatus = createStatusWriter(spokeClient, AppliedManifestWork)
    this.#owner = owner
  }

  get(name: string): Stored<AppliedManifestWork> | undefined {
    return this.#newest.get({ name })
  }

  /** The same, but not from a copy that may be old. */
  read(name: string): Promise<Stored<AppliedManifestWork> | undefined> {
    return this.#spokeClient.get(AppliedManifestWork, { name })
  }

  /** The AppliedManifestWork of a work, made if it is not there, with the work's labels. */
  async ensure(work: Stored<ManifestWork>): Promise<Stored<AppliedManifestWork>> {
    const { hubHash, agentId } = this.#owner
    const { labels = {} } = work.metadata
    const name = appliedWorkName(hubHash, work.metadata.name)
    const spec = { hubHash, agentID: agentId, manifestWorkName: work.metadata.name }
    const known = this.get(name) ?? (await this.#create(name, labels, spec))
    const patch = mergePatch(
      { labels: known.metadata.labels ?? {}, spec: known.spec },
      { labels, spec: { ...known.spec, ...spec } },
    )
    if (patch === undefined) return known
    const body = { metadata: { uid: known.metadata.uid, labels: labelsPatch(known, labels) }, spec }
    const written = await this.#spokeClient.patch(AppliedManifestWork, known.metadata, { type: 'merge', body })
    this.#newest.keep(written)
    return written
  }

  async #create(
    name: string,
    labels: Record<string, string>,
    spec: AppliedManifestWork['spec'],
  ): Promise<Stored<AppliedManifestWork>> {
    const metadata = { name, labels, finalizers: [APPLIED_WORK_FINALIZER] }
    try {
      return await this.#spokeClient.create(AppliedManifestWork, { metadata, spec })
    } catch (error) {
      const present = hasReason(error, 'AlreadyExists') ? await this.read(name) : undefined
      if (present) return present
      throw error
    }
  }

  /** Writes which objects a work has on the cluster, if that is news. Returns the new state. */
  writeResources(
    applied: Stored<AppliedManifestWork>,
    resources: readonly AppliedResource[],
  ): Promise<Stored<AppliedManifestWork>> {
    return this.#writeStatus(applied, { appliedResources: sortResources(resources) })
  }

  /** Writes since when the hub has no such work; undefined when it has one. */
  async writeEviction(applied: Stored<AppliedManifestWork>, evictionStartTime: string | undefined): Promise<void> {
    await this.#writeStatus(applied, { evictionStartTime })
  }

  /** Deletes an AppliedManifestWork; it stays until its objects are gone. */
  async remove({ metadata: { name, uid } }: Stored<AppliedManifestWork>): Promise<void> {
    await this.#spokeClient.delete(AppliedManifestWork, { name }, { preconditions: { uid } })
  }

  async #writeStatus(
    applied: Stored<AppliedManifestWork>,
    change: Partial<NonNullable<AppliedManifestWork['status']>>,
  ): Promise<Stored<AppliedManifestWork>> {
    const after = withOwnStatus(applied)
    after.status = { ...after.status, ...change }
    try {
      await this.#patchStatus(applied, after)
      this.#newest.keep(after)
    } catch (error) {
      if (!isObjectMissing(error)) throw error
    }
    return after
  }
}

const labelsPatch = ({ metadata }: Stored<AppliedManifestWork>, labels: Record<string, string>) =>
  mergePatch(metadata.labels ?? {}, labels) ?? {}

/** By group, version, resource, namespace and name. */
const sortResources = (resources: readonly AppliedResource[]): AppliedResource[] =>
  resources
    .map((resource) => [sortKey(resource), resource] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, resource]) => resource)

const sortKey = ({ group = '', version, resource, namespace = '', name }: AppliedResource): string =>
  [group, version, resource, namespace, name].join('\0')
