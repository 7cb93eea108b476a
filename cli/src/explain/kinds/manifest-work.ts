import { AppliedManifestWork, ManifestWork } from '@skep/api'
import type { Stored } from '@skep/client'
import { configOf } from '@skep/operator-work'
import { type ConditionRule, conditionOf, firstUnmet } from '../conditions.ts'
import { type Explainer, type Part, partsOf } from '../explainer.ts'
import { type Explained, failing, good, nameOf, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'

const AGENT = operator('work agent')

const RULES: readonly ConditionRule[] = [
  { type: 'Applied', want: 'True', required: true, nextActor: user('correct the manifests that the message names') },
  { type: 'Available', want: 'True', required: true, onTheWay: true, nextActor: AGENT },
  { type: 'Degraded', want: 'False', nextActor: AGENT },
]

/** What was to be applied: what became of each manifest. */
const manifestWork: Explainer<ManifestWork> = {
  kind: ManifestWork,
  parts: async ({ spec, status }, read) => {
    const manifests = status?.resourceStatus?.manifests ?? []
    return (await Promise.all(manifests.map((manifest) => manifestPart(spec, manifest, read)))).flat()
  },
  verdict: (object, children) => {
    if (!conditionOf(object, 'Applied')) return unseen(object)
    const unmet = firstUnmet(object, RULES)
    if (unmet) return unmet
    const feedback = feedbackFailure(object)
    if (feedback) return feedback
    const worst =
      children.find(({ health }) => health === 'failing') ?? children.find(({ health }) => health !== 'good')
    return worst ? applied(object, worst) : good('Available', conditionOf(object, 'Available')?.lastTransitionTime)
  },
}

const unseen = ({ metadata }: Stored<ManifestWork>): Verdict =>
  waiting({
    state: 'New',
    waitsFor: 'the agent of the cluster to apply it',
    since: metadata.creationTimestamp,
    nextActor: operator('work agent', `of cluster ${metadata.namespace}: is it running?`),
  })

/** The work itself is done; what it brought is not. */
const applied = (object: Stored<ManifestWork>, worst: Explained): Verdict =>
  waiting({
    state: 'Applied',
    waitsFor: `${worst.object.kind} ${nameOf(worst.object)}, which was applied and is not ready`,
    since: worst.since ?? conditionOf(object, 'Applied')?.lastTransitionTime,
    nextActor: worst.nextActor,
  })

type Spec = ManifestWork['spec']

type Manifest = NonNullable<NonNullable<ManifestWork['status']>['resourceStatus']>['manifests'] extends
  | readonly (infer Item)[]
  | undefined
  ? Item
  : never

function feedbackFailure(object: Stored<ManifestWork>): Verdict | undefined {
  for (const { resourceMeta, conditions = [] } of object.status?.resourceStatus?.manifests ?? []) {
    const synced = conditions.find(({ type, status }) => type === 'StatusFeedbackSynced' && status === 'False')
    if (!synced) continue
    const waitsFor = `feedback of ${resourceMeta?.kind ?? ''} ${resourceMeta?.name ?? ''}: ${synced.message}`
    const nextActor = user('correct the feedback rules')
    return failing({ state: synced.reason, waitsFor, since: synced.lastTransitionTime, nextActor })
  }
  return undefined
}

/** The object that a manifest became, where this is the cluster that it was applied to; otherwise what is said of it. */
async function manifestPart(spec: Spec, manifest: Manifest, read: Reader): Promise<Part[]> {
  const { group, version, kind, name, namespace } = manifest.resourceMeta ?? {}
  if (!version || !kind || !name) return []
  const names = { apiVersion: group ? `${group}/${version}` : version, kind }
  const ref = { name, ...(namespace ? { namespace } : {}) }
  const object = await read.find(names, ref)
  const verdict = verdictOfManifest(spec, manifest)
  if (object && verdict.health === 'good') return partsOf(read, [object])
  return [{ name: { cluster: read.cluster, ...names, ...ref }, verdict }]
}

function verdictOfManifest(spec: Spec, { resourceMeta, conditions = [] }: Manifest): Verdict {
  const notTrue = (name: string) => conditions.find(({ type, status }) => type === name && status !== 'True')
  const refused = notTrue('Applied')
  const absent = notTrue('Available')
  if (refused) {
    const { reason: state, message: waitsFor, lastTransitionTime: since } = refused
    return failing({ state, waitsFor, since, nextActor: user(againstRefusal(spec, resourceMeta?.resource, waitsFor)) })
  }
  if (!absent) return good('Applied')
  const { reason: state, message: waitsFor, lastTransitionTime: since } = absent
  // Where it only looks, the agent makes nothing that is not there.
  if (resourceMeta && configOf(resourceMeta, spec?.manifestConfigs).strategy.type === 'ReadOnly') {
    return failing({ state, waitsFor, since, nextActor: user('create it: the agent only reads it, by its strategy') })
  }
  return waiting({ state, waitsFor, since, nextActor: AGENT })
}

/** What lets a manifest be applied that was refused. Rights that an account lacks are nothing that is wrong with it. */
function againstRefusal(spec: Spec, resource = 'this', message = ''): string {
  const account = spec?.executor?.subject?.serviceAccount
  if (!account || !message.includes('not allowed to apply')) return 'correct the manifest, or what refuses it'
  return `let ServiceAccount ${nameOf(account)}, the executor, get, create, update, patch and delete ${resource}`
}

const appliedWork: Explainer<AppliedManifestWork> = {
  kind: AppliedManifestWork,
  parts: async ({ status }, read) => {
    const found = (status?.appliedResources ?? []).map((resource) => appliedObject(resource, read))
    return partsOf(read, await Promise.all(found))
  },
  verdict: ({ metadata }) => good('Applied', metadata.creationTimestamp),
}

type AppliedResource = NonNullable<NonNullable<AppliedManifestWork['status']>['appliedResources']>[number]

/** Applied resources go by their plural, of which the cluster knows the kind. */
async function appliedObject(applied: AppliedResource, read: Reader): Promise<Stored | undefined> {
  const { group = '', resource, namespace, name } = applied
  const served = (await read.servedKinds()).find(({ kind }) => kind.plural === resource && kind.group === group)
  return served && name ? read.get(served.kind, { name, ...(namespace ? { namespace } : {}) }) : undefined
}

/** Works, and what is kept of them where they were applied. */
export const MANIFEST_WORK_EXPLAINERS: readonly Explainer[] = [manifestWork, appliedWork]
