import { ConfigMap } from '@skep/api'
import type { Stored } from '@skep/client'
import { goErrors } from '@skep/schema'
import { ensure } from '../../hosted-cluster/ensure.ts'
import { NODE_POOL_ANNOTATION } from '../../naming.ts'
import { isReservedName } from '../../reserved-names.ts'
import { isTuningEnabled, readTuning, type Tuning } from '../config/tuning.ts'
import { shortName } from '../names.ts'
import { INDEX } from '../reads.ts'
import { type PoolScope, type PoolStep, refuse, state } from '../scope.ts'

const TUNED_LABEL = 'hypershift.openshift.io/tuned-config'
const PROFILE_LABEL = 'hypershift.openshift.io/performanceprofile-config'
const MAX_LABEL = 63

/** Says whether nodes can be tuned as asked, and hands it on to who tunes them. */
export const checkTuning: PoolStep = async (ctx, scope) => {
  if (!isTuningEnabled(scope)) return
  const type = 'ValidTuningConfig'
  const tuning = readTuning(scope.parts.reads, scope)
  const problems = [...tuning.problems, ...nameProblems(scope, tuning)]
  if (problems.length > 0) {
    const message = goErrors(problems)
    return refuse(ctx, scope, { type, status: 'False', reason: 'ValidationFailed', message })
  }
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected' })
  await handOn(scope, tuning)
}

/** The ConfigMap for a performance profile. */
const profileName = (configMap: string, pool: string): string => shortName(configMap, pool, MAX_LABEL)

/** Names of people's own, put together, may be one that the control plane has for something else. */
function nameProblems({ pool }: PoolScope, { profileConfigMap }: Tuning): string[] {
  const name = profileConfigMap === undefined ? undefined : profileName(profileConfigMap, pool.metadata.name)
  if (name === undefined || !isReservedName('ConfigMap', name)) return []
  return [`configmap ${profileConfigMap}: the control plane has a ConfigMap ${name} of its own: choose another name`]
}

async function handOn(scope: PoolScope, { tuned, profiles, profileConfigMap }: Tuning): Promise<void> {
  const { parts, poolKey } = scope
  const { name: pool } = scope.pool.metadata
  const wanted = new Map<string, { readonly label: string; readonly texts: readonly string[] }>()
  if (tuned.length > 0) wanted.set(`tuned-${pool}`, { label: TUNED_LABEL, texts: tuned })
  if (profileConfigMap !== undefined) {
    wanted.set(profileName(profileConfigMap, pool), { label: PROFILE_LABEL, texts: profiles })
  }
  const present = new Map(parts.reads.configMaps.find(INDEX.pool, poolKey).map((item) => [item.metadata.name, item]))
  for (const [name, { label, texts }] of wanted) {
    await ensureConfigMap(scope, name, label, texts.join('\n---\n'), present.get(name))
  }
  for (const { metadata } of present.values()) {
    if (!wanted.has(metadata.name)) await parts.client.delete(ConfigMap, metadata)
  }
}

async function ensureConfigMap(
  { parts, pool, poolKey, controlPlane }: PoolScope,
  name: string,
  label: string,
  tuning: string,
  present: Stored<ConfigMap> | undefined,
): Promise<void> {
  const labels = { [NODE_POOL_ANNOTATION]: pool.metadata.name, [label]: 'true' }
  const metadata = { namespace: controlPlane, name, labels, annotations: { [NODE_POOL_ANNOTATION]: poolKey } }
  await ensure(parts.client, ConfigMap, present, { metadata, data: { tuning } })
}
