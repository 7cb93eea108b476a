import { HostedControlPlane } from '@skep/api'
import { addFinalizer, type Ctx, hasFinalizer, type Reconciler, type Result } from '@skep/controller'
import type { HypershiftParts, Release } from '../contracts.ts'
import { FINALIZER } from '../naming.ts'
import { behaviourOf } from './behaviour.ts'
import { runComponents } from './components/components.ts'
import { ensurePriorityClasses } from './components/priority-classes.ts'
import { availableCondition } from './conditions/available.ts'
import { configurationCondition, releaseInfoCondition } from './conditions/configuration.ts'
import { identityProviderCondition } from './conditions/identity-providers.ts'
import { externalDnsCondition, infrastructureCondition, tellEndpoints } from './conditions/infrastructure.ts'
import { pauseCondition, pauseOf } from './conditions/paused.ts'
import { platformConditions, tellSecurityGroup } from './conditions/platform.ts'
import { degradedCondition, etcdCondition, kubeApiServerCondition } from './conditions/workloads.ts'
import { release as letGo, takeAway } from './deletion.ts'
import { type ControlPlane, controlPlaneReleaseImage } from './facts.ts'
import { ensureIgnitionConfigs } from './ignition-configs.ts'
import { ensureKubeadminPassword, hasKubeadmin, KUBEADMIN_PASSWORD } from './kubeadmin-password.ts'
import { NO_ENDPOINTS } from './network/endpoints.ts'
import { ensureInfrastructure, lookUpEndpoints } from './network/infrastructure.ts'
import type { ControlPlaneObjects } from './objects.ts'
import { adminKubeconfigRef, CUSTOM_KUBECONFIG, ensureKubeconfigs } from './pki/kubeconfigs.ts'
import { ensurePki } from './pki/pki.ts'
import { type ControlPlaneScope, comeBack, resultOf, state } from './scope.ts'
import { ensureStorageClass } from './simulated-storage.ts'
import { ensureTenantApi, followComponents } from './tenant-api.ts'
import { controlPlaneVersion } from './version.ts'
import { writeStatus } from './write-status.ts'

/** How often events are looked at while something has no address. */
const WAIT_MS = 60_000

/** Makes control planes, keeps them as they are described, and takes them away. */
export const controlPlaneReconciler =
  (parts: HypershiftParts, objects: ControlPlaneObjects): Reconciler =>
  async (ctx, key) => {
    const known = objects.controlPlanes.get(key)
    if (!known) return removeLeftovers(parts, objects, key.namespace ?? '')
    const scope = scopeOf(ctx, parts, objects, known)
    if (known.metadata.deletionTimestamp !== undefined) return finish(scope, known)
    // The change brings this back.
    if (await addFinalizer(parts.client, HostedControlPlane, known, FINALIZER)) return {}
    try {
      await work(scope)
    } finally {
      await save(scope, known)
    }
    return resultOf(scope)
  }

function scopeOf(
  ctx: Ctx,
  parts: HypershiftParts,
  objects: ControlPlaneObjects,
  known: ControlPlane,
): ControlPlaneScope {
  const status = structuredClone(known.status) ?? {
    ready: false,
    initialized: false,
    externalManagedControlPlane: true,
  }
  const controlPlane = { ...known, metadata: { ...known.metadata }, status }
  return {
    ctx,
    parts,
    objects,
    controlPlane,
    status: Object.assign(status, { conditions: status.conditions ?? [] }),
    namespace: known.metadata.namespace ?? '',
    behaviour: behaviourOf(parts, known),
    release: parts.releases.resolve(controlPlaneReleaseImage(known)),
    endpoints: NO_ENDPOINTS,
  }
}

/** Whatever is described is made, as far as it can be; then it is told how far that is. */
async function work(scope: ControlPlaneScope): Promise<void> {
  const configuration = configurationCondition(scope)
  const pause = pauseOf(scope)
  state(scope, configuration)
  state(scope, pauseCondition(scope, pause))
  if (pause.paused && pause.remainingMs !== undefined) comeBack(scope, pause.remainingMs)
  try {
    if (configuration.status === 'True' && !pause.paused) await make(scope)
    else lookUpEndpoints(scope)
  } finally {
    await tell(scope)
  }
}

async function make(scope: ControlPlaneScope): Promise<void> {
  await ensureInfrastructure(scope)
  const { release, endpoints, parts, objects } = scope
  state(scope, releaseInfoCondition(scope))
  if (endpoints.waitingFor.length > 0) comeBack(scope, WAIT_MS)
  if (!release || endpoints.waitingFor.length > 0) return
  await ensurePki(scope)
  await ensureIgnitionConfigs(scope)
  await ensureKubeadminPassword(scope)
  if (parts.controlPlanePods) {
    await ensurePriorityClasses(parts.client, objects)
    await ensureStorageClass(parts.client, objects)
  }
  const identityProviders = identityProviderCondition(scope)
  if (identityProviders) state(scope, identityProviders)
  await runComponents(scope, release, (component) => prepare(scope, release, component))
}

/** The API that is served exists before the pods that are said to serve it. */
async function prepare(scope: ControlPlaneScope, release: Release, component: string): Promise<void> {
  if (component !== 'kube-apiserver') return
  await ensureKubeconfigs(scope, await ensureTenantApi(scope, release))
  scope.status.kubeConfig = { ...adminKubeconfigRef(scope) }
}

async function tell(scope: ControlPlaneScope): Promise<void> {
  const { status, release } = scope
  state(scope, await etcdCondition(scope))
  for (const condition of platformConditions(scope)) state(scope, condition)
  state(scope, kubeApiServerCondition(scope))
  state(scope, degradedCondition(scope))
  state(scope, await infrastructureCondition(scope))
  state(scope, externalDnsCondition(scope))
  tellEndpoints(scope)
  tellSecurityGroup(scope)
  tellSecrets(scope)
  if (release) await followComponents(scope, release)
  const available = await availableCondition(scope)
  state(scope, available)
  status.ready = available.status === 'True'
  if (release) tellVersion(scope, release)
  status.initialized = true
  status.externalManagedControlPlane = true
}

/** Names the Secrets that others look for, once they are there. */
function tellSecrets(scope: ControlPlaneScope): void {
  const { status, controlPlane, components } = scope
  // Nobody has looked at the components, so what was known of them stays.
  if (!components) return
  if (hasKubeadmin(scope)) status.kubeadminPassword = { name: KUBEADMIN_PASSWORD }
  else delete status.kubeadminPassword
  if (controlPlane.spec.kubeAPIServerDNSName && status.kubeConfig) {
    status.customKubeconfig = { name: CUSTOM_KUBECONFIG, key: 'kubeconfig' }
  } else delete status.customKubeconfig
}

function tellVersion({ status, components, controlPlane, ctx }: ControlPlaneScope, release: Release): void {
  status.controlPlaneVersion = controlPlaneVersion({
    before: status.controlPlaneVersion,
    release,
    isComplete: components?.isComplete ?? false,
    generation: controlPlane.metadata.generation ?? 1,
    now: ctx.clock.now(),
  })
}

/** What others wrote while the run went on is known by now. */
function save({ parts, objects, controlPlane }: ControlPlaneScope, before: ControlPlane): Promise<void> {
  const known = objects.controlPlanes.get(before.metadata)
  const newest = known?.metadata.uid === before.metadata.uid ? known : before
  return writeStatus(parts.client, before, controlPlane, newest)
}

async function finish(scope: ControlPlaneScope, before: ControlPlane): Promise<Result> {
  if (!hasFinalizer(before, FINALIZER)) return {}
  const isOver = await takeAway(scope)
  await save(scope, before)
  if (isOver) await letGo(scope)
  return resultOf(scope)
}

/** A control plane whose finalizer somebody took away by hand leaves its API behind. */
async function removeLeftovers(
  parts: HypershiftParts,
  objects: ControlPlaneObjects,
  namespace: string,
): Promise<Result> {
  if (objects.controlPlanes.list(namespace).length === 0) await parts.apis.remove(namespace)
  return {}
}
