import { type ClusterDeployment, Secret } from '@skep/api'
import type { Client, Patch, Stored } from '@skep/client'
import { isObject, type Json, parseYaml } from '@skep/schema'
import { messageOf } from '../full/power/resume.ts'
import { aggregateProblems } from '../problems.ts'
import { type Manifest, type ResourceReference, referenceTo, type TargetCluster } from './apply/target-cluster.ts'
import { renderTemplate, renderTexts } from './apply/templates.ts'
import type { AnySyncSet } from './matching.ts'

/** Says on everything that Hive brings into a cluster who put it there. */
const MANAGED_LABEL = 'hive.openshift.io/managed'

/** What applying a set needs. */
export interface ApplyScope {
  readonly hubClient: Client
  readonly target: TargetCluster
  readonly deployment: Stored<ClusterDeployment>
}

/** How applying a set went. */
export interface ApplyOutcome {
  /** What is in the cluster now because of it. */
  readonly applied: readonly ResourceReference[]
  /** Everything that the set names. */
  readonly named: readonly ResourceReference[]
  /** What went wrong first. */
  readonly failure?: string
  /** Whether trying again may help although nothing changes here. */
  readonly worthRetrying: boolean
}

/** One thing to bring into the cluster; a patch leaves nothing behind that could be deleted. */
interface Step {
  readonly reference?: ResourceReference
  /** Such as `apply resource 2`. */
  readonly task: string
  run(): Promise<void>
}

/** A failure that only a change of the set can help. */
class SetProblem extends Error {}

/** Applies resources, secrets and patches of a set, in this order, up to the first failure. */
export async function applySyncSet(scope: ApplyScope, set: AnySyncSet): Promise<ApplyOutcome> {
  const secrets = (set.spec.secretMappings ?? []).map(({ targetRef }) => secretReference(targetRef))
  const { resources, problems } = readResources(scope, set)
  const named = [...resources.map(referenceTo), ...secrets]
  if (problems.length > 0) {
    return { applied: [], named, failure: aggregateProblems(problems), worthRetrying: false }
  }
  const steps = [...resourceSteps(scope, set, resources), ...secretSteps(scope, set), ...patchSteps(scope, set)]
  const applied: ResourceReference[] = []
  for (const { task, reference, run } of steps) {
    try {
      await run()
    } catch (error) {
      const failure = error instanceof SetProblem ? error.message : `failed to ${task}: ${messageOf(error)}`
      return { applied, named, failure, worthRetrying: !(error instanceof SetProblem) }
    }
    if (reference) applied.push(reference)
  }
  return { applied, named, worthRetrying: false }
}

function readResources(
  { deployment }: ApplyScope,
  { spec }: AnySyncSet,
): { resources: Manifest[]; problems: string[] } {
  const resources: Manifest[] = []
  const problems: string[] = []
  // The schema demands apiVersion, kind and metadata of embedded resources.
  for (const [index, resource] of ((spec.resources ?? []) as Manifest[]).entries()) {
    try {
      const labels = deployment.metadata.labels ?? {}
      resources.push(spec.enableResourceTemplates ? renderTexts(resource, labels) : resource)
    } catch (error) {
      problems.push(`failed to parameterize resource ${index}: ${messageOf(error)}`)
    }
  }
  return { resources, problems }
}

const resourceSteps = ({ target }: ApplyScope, { spec }: AnySyncSet, resources: readonly Manifest[]): Step[] =>
  resources.map((resource, index) => ({
    reference: referenceTo(resource),
    task: `apply resource ${index}`,
    run: () => target.apply(asManaged(resource), spec.applyBehavior ?? 'Apply'),
  }))

const asManaged = (object: Manifest): Manifest => ({
  ...object,
  metadata: { ...object.metadata, labels: { ...object.metadata.labels, [MANAGED_LABEL]: 'true' } },
})

const secretReference = ({ name, namespace }: { name: string; namespace?: string }): ResourceReference => ({
  apiVersion: 'v1',
  kind: 'Secret',
  name,
  ...(namespace ? { namespace } : {}),
})

function secretSteps(scope: ApplyScope, set: AnySyncSet): Step[] {
  return (set.spec.secretMappings ?? []).map(({ sourceRef, targetRef }, index) => ({
    reference: secretReference(targetRef),
    task: `apply secret ${index}`,
    run: async () => {
      const namespace = sourceNamespace(set, sourceRef.namespace, index)
      const secret = await readSecret(scope.hubClient, { namespace, name: sourceRef.name })
      await scope.target.apply(asManaged(copyOf(secret, targetRef)), set.spec.applyBehavior ?? 'Apply')
    },
  }))
}

function sourceNamespace({ metadata }: AnySyncSet, wanted: string | undefined, index: number): string {
  const namespace = wanted || metadata.namespace
  if (!namespace) throw new SetProblem(`source namespace missing for secret ${index}`)
  if (metadata.namespace && metadata.namespace !== namespace)
    throw new SetProblem(`source in wrong namespace for secret ${index}`)
  return namespace
}

async function readSecret(client: Client, ref: { namespace: string; name: string }): Promise<Stored<Secret>> {
  const secret = await client.get(Secret, ref)
  if (!secret) throw new Error(`secrets "${ref.name}" not found`)
  return secret
}

/** What of a Secret belongs to itself and not to the cluster it is in. */
function copyOf(secret: Stored<Secret>, { name, namespace }: { name: string; namespace?: string }): Manifest {
  const { apiVersion, kind, data, type, immutable } = secret
  const { annotations, labels } = secret.metadata
  const present = Object.entries({ data, type, immutable }).filter(([, value]) => value !== undefined)
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace ? { namespace } : {}),
      ...(annotations ? { annotations } : {}),
      ...(labels ? { labels } : {}),
    },
    ...Object.fromEntries(present),
  } as Manifest
}

function patchSteps({ target, deployment }: ApplyScope, { spec }: AnySyncSet): Step[] {
  return (spec.patches ?? []).map(({ apiVersion, kind, name, namespace, patch, patchType }, index) => ({
    task: `apply patch ${index}`,
    run: async () => {
      const text = spec.enablePatchTemplates ? renderPatch(patch, deployment.metadata.labels ?? {}, index) : patch
      const reference = { apiVersion, kind, name, ...(namespace ? { namespace } : {}) }
      await target.patch(reference, readPatch(text, patchType))
    },
  }))
}

function renderPatch(text: string, labels: Readonly<Record<string, string>>, index: number): string {
  try {
    return renderTemplate(text, labels)
  } catch (error) {
    throw new SetProblem(`failed to parameterize patch ${index}: ${messageOf(error)}`)
  }
}

/** Patches are JSON or YAML. */
function readPatch(text: string, patchType = 'strategic'): Patch {
  const body: Json = parseYaml(text).value
  if (patchType === 'json') {
    if (!Array.isArray(body)) throw new Error('a JSON patch must be a list of operations')
    // The server checks the operations.
    return { type: 'json', operations: body as unknown as Extract<Patch, { type: 'json' }>['operations'] }
  }
  if (!isObject(body)) throw new Error('the patch must be an object')
  return { type: patchType === 'merge' ? 'merge' : 'strategic', body }
}
