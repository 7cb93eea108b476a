import type { Stored } from '@skep/client'
import type { Part } from './explainer.ts'
import { ORDER } from './kinds/cluster-deployment-parts.ts'
import { type Explained, nameOf, user, type Verdict, waiting } from './model.ts'
import type { SimulationFacts } from './simulation.ts'

/** Which claim a cluster of a platform waits for in the simulator engine, and by which field that can be turned off. */
const CLAIMS = [
  { platform: 'gcp', claim: 'ProjectClaim', field: 'dependsOnProjectClaim' },
  { platform: 'aws', claim: 'AccountClaim', field: 'dependsOnAccountClaim' },
]

/** Whether an object is a cluster whose life the simulator engine of Hive plays. */
const isPlayed = ({ apiVersion, kind }: Stored, simulation: SimulationFacts | undefined): boolean =>
  simulation?.engine === 'simulator' && kind === 'ClusterDeployment' && apiVersion.startsWith('hive.openshift.io/')

/** What an object has to do with: the simulator engine installs a cluster without secrets and releases. */
export const partsThatCount = (
  object: Stored,
  parts: readonly Part[],
  simulation: SimulationFacts | undefined,
): readonly Part[] => (isPlayed(object, simulation) ? parts.filter((part) => !('verdict' in part)) : parts)

/** What is said of a cluster that the simulator engine has not begun with: only its claim can be missing. */
export function unlessClaimed(
  verdict: Verdict,
  object: Stored & { spec?: { platform?: object }; status?: object },
  children: readonly Explained[],
  simulation: SimulationFacts | undefined,
): Verdict {
  const { metadata, spec, status = {} } = object
  const order = metadata.labels?.[ORDER]
  const isNew = metadata.deletionTimestamp === undefined && Object.keys(status).length === 0
  const wanted = CLAIMS.find(({ platform }) => platform in (spec?.platform ?? {}))
  if (!isPlayed(object, simulation) || !isNew || order === undefined || !wanted) return verdict
  const since = metadata.creationTimestamp
  const found = children.find((child) => child.object.kind === wanted.claim)
  if (!found) {
    return waiting({
      state: 'NoClaim',
      waitsFor: `${wanted.claim} with the label ${ORDER}=${order}, which is not there`,
      since,
      nextActor: user(`create it, or \`skep sim set clusterdeployment ${wanted.field}=false\``),
    })
  }
  if (found.health === 'good') return verdict
  return waiting({
    state: 'Claiming',
    waitsFor: `${wanted.claim} ${nameOf(found.object)}`,
    since,
    nextActor: found.nextActor,
  })
}
