import { type ClusterApiMachineSpec } from '@skep/api'
import { type Ctx } from '@skep/controller'
import { type Deployment, type MachineSet } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
/** The sets of a deployment: the one of its present template, if there is one, and the others, oldest first. */
export interface DeploymentSets {
  readonly current: MachineSet | undefined
  readonly old: readonly MachineSet[]
}
/** The sets of a deployment as they were a moment ago; those that it selects and nobody controls become its own. */
export declare function findSets(ctx: Ctx, parts: ClusterApiParts, deployment: Deployment): Promise<MachineSet[]>
/** The sets of a deployment as the server has them now: a new one must not be made because of an old copy. */
export declare function listSets({ client }: ClusterApiParts, deployment: Deployment): Promise<MachineSet[]>
/** Tells the set of the present template from the others. Of several, the one with the most machines is it. */
export declare function sortSets(sets: readonly MachineSet[], deployment: Deployment, now: number): DeploymentSets
type MachineSpec = ClusterApiMachineSpec | undefined
/** The part of a template that makes new machines when it changes. */
export declare const rolloutFields: (spec: MachineSpec) => {
  version: string | undefined
  failureDomain: string | undefined
  dataSecretName: string | undefined
  bootstrap:
    | {
        group: string
        kind: string | undefined
        name: string | undefined
      }
    | undefined
  infrastructure:
    | {
        group: string
        kind: string | undefined
        name: string | undefined
      }
    | undefined
}
//# sourceMappingURL=sets.d.ts.map
