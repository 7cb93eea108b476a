import type { ClientKind, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { goJson, type JsonObject } from '@skep/schema'
import { ensure } from '../../../hosted-cluster/ensure.ts'
import { NODE_POOL_ANNOTATION } from '../../../naming.ts'
import { machineTemplateName } from '../../names.ts'
import { TEMPLATE_KINDS } from '../../platforms.ts'
import { known, type PoolScope } from '../../scope.ts'
import { agentMachineSpec } from './agent.ts'
import { awsMachineSpec, awsMachineTags } from './aws.ts'
import { azureMachineSpec } from './azure.ts'
import { kubevirtMachineSpec } from './kubevirt.ts'

/** The template of a pool's machines, as any platform has it. */
export interface MachineTemplate extends KubeObject {
  spec: { template: { spec: JsonObject } }
  status?: { capacity?: Record<string, string> }
}

/** The kind of the templates of a platform. */
export function templateKind(platform: string): ClientKind<MachineTemplate> {
  const kind = TEMPLATE_KINDS.get(platform)
  if (!kind) throw new Error(`unsupported platform type: ${platform}`)
  // What all of them have in common is what a MachineTemplate is.
  return kind as ClientKind<MachineTemplate>
}

/** Makes the template of a pool's machines; another spec is another template. */
export async function ensureMachineTemplate(scope: PoolScope): Promise<Stored<MachineTemplate>> {
  const { parts, pool, poolKey, controlPlane } = scope
  const { spec, unhashed = {} } = machineSpecOf(scope)
  const name = machineTemplateName(pool.metadata.name, goJson({ template: { spec } }))
  const kind = templateKind(pool.spec.platform.type)
  const ref = { namespace: controlPlane, name }
  const present = parts.reads.templates.get(pool.spec.platform.type)?.get(ref) as Stored<MachineTemplate> | undefined
  const metadata = { ...ref, annotations: { [NODE_POOL_ANNOTATION]: poolKey } }
  return ensure(parts.client, kind, present, { metadata, spec: { template: { spec: { ...spec, ...unhashed } } } })
}

/** What machines shall be, and what of it does not make other machines when it changes. */
function machineSpecOf(scope: PoolScope): { readonly spec: JsonObject; readonly unhashed?: JsonObject } {
  const { hostedCluster, pool } = scope
  const release = known(scope.release, 'release')
  switch (pool.spec.platform.type) {
    case 'Azure':
      return { spec: azureMachineSpec(hostedCluster, pool, release) }
    case 'AWS':
      return { spec: awsMachineSpec(hostedCluster, pool, release), unhashed: awsMachineTags(hostedCluster, pool) }
    case 'Agent':
      return { spec: agentMachineSpec(pool) }
    case 'KubeVirt':
      return { spec: kubevirtMachineSpec(hostedCluster, pool, release) }
    default:
      throw new Error(`unsupported platform type: ${pool.spec.platform.type}`)
  }
}
