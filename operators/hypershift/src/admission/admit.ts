import { HostedCluster, NodePool } from '@skep/api'
import type { Random } from '@skep/base'
import type { Client } from '@skep/client'
import type { AdmissionAnswer, AdmissionRequest, Admit } from '@skep/controller'
import { asJson, jsonEqual } from '@skep/schema'
import { defaultHostedCluster, defaultNodePool } from './defaults.ts'
import { vmPatchProblem } from './vm-patch.ts'

/** What admission needs to know and to draw. */
export interface AdmissionDependencies {
  /** The management cluster. */
  readonly client: Client
  readonly random: Random
}

type Judged = HostedCluster | NodePool

/** Fills in what new hosted clusters and pools of nodes leave open, and refuses what no schema can. */
export const createAdmit =
  (dependencies: AdmissionDependencies): Admit =>
  async (request) => {
    if (request.kind !== HostedCluster.kind && request.kind !== NodePool.kind) return {}
    // The kind says what it is, and the API server has decoded it.
    const object = request.object as Judged | null
    if (!object) return {}
    const problem = object.spec.platform?.type === 'KubeVirt' ? vmPatchProblem(object.metadata.annotations) : undefined
    if (problem !== undefined) return { refusal: { code: 403, reason: 'Forbidden', message: problem } }
    return request.operation === 'CREATE' ? defaulted(dependencies, request, object) : {}
  }

async function defaulted(
  dependencies: AdmissionDependencies,
  { kind }: AdmissionRequest,
  object: Judged,
): Promise<AdmissionAnswer> {
  const spec =
    kind === HostedCluster.kind
      ? defaultHostedCluster((object as HostedCluster).spec, dependencies.random)
      : await nodePoolSpec(dependencies, object as NodePool)
  if (jsonEqual(asJson(object.spec), asJson(spec))) return {}
  return { patch: [{ op: 'replace', path: '/spec', value: asJson(spec) }] }
}

async function nodePoolSpec({ client }: AdmissionDependencies, { metadata, spec }: NodePool) {
  if (spec.release?.image || !spec.clusterName) return defaultNodePool(spec, undefined)
  const cluster = await client.get(HostedCluster, { namespace: metadata.namespace ?? '', name: spec.clusterName })
  return defaultNodePool(spec, cluster?.spec.release.image)
}
