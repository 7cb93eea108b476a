import { createHash } from 'node:crypto'
import { HostedControlPlane, Route, Service } from '@skep/api'
import { formatTime } from '@skep/base'
import type { ObjectRef, Stored } from '@skep/client'
import { type Ctx, controllerKey, type Reconciler, type Result } from '@skep/controller'
import type { HypershiftParts } from '../../contracts.ts'
import { behaviourOf } from '../behaviour.ts'
import type { ControlPlane } from '../facts.ts'
import type { ControlPlaneObjects } from '../objects.ts'

/** Names of routes that have none end with it: the domain of the management cluster's own router. */
export const MANAGEMENT_APPS_DOMAIN = 'apps.management.example.net'

const ROUTER = 'default'

/**
 * Does what a cloud and a router would: gives addresses to load balancers of control planes, and admits their routes,
 * once their infrastructure has had its time. Whatever has an address already is left alone. Returns how to look again
 * at what waits in a namespace.
 */
export function addSimulatedIngress(parts: HypershiftParts, objects: ControlPlaneObjects): (namespace: string) => void {
  const { manager } = parts
  const balancers = manager.add({
    name: 'simulated-load-balancer',
    kind: Service,
    when: ({ type, object }) => type !== 'deleted' && waitsForBalancer(object),
    workers: 8,
    reconcile: balancerReconciler(parts, objects),
  })
  const routes = manager.add({
    name: 'simulated-router',
    kind: Route,
    when: ({ type, object }) => type !== 'deleted' && waitsForRouter(object),
    workers: 8,
    reconcile: routeReconciler(parts, objects),
  })
  return (namespace) => {
    for (const service of objects.services.list(namespace)) {
      if (waitsForBalancer(service)) balancers.enqueue(service.metadata)
    }
    for (const route of objects.routes.list(namespace)) if (waitsForRouter(route)) routes.enqueue(route.metadata)
  }
}

const hasControlPlane = (object: Stored): boolean => [...ownerOf(object)].length > 0
const ownerOf = controllerKey(HostedControlPlane)

const waitsForBalancer = (service: Stored<Service>): boolean =>
  service.spec?.type === 'LoadBalancer' &&
  (service.status?.loadBalancer?.ingress ?? []).length === 0 &&
  hasControlPlane(service)

const waitsForRouter = (route: Stored<Route>): boolean =>
  (route.status?.ingress ?? []).length === 0 && hasControlPlane(route)

const balancerReconciler =
  (parts: HypershiftParts, objects: ControlPlaneObjects): Reconciler =>
  async (ctx, key) => {
    const service = objects.services.get(key)
    if (!service || !waitsForBalancer(service)) return {}
    return whenBuilt(ctx, parts, objects, service, async (controlPlane) => {
      const status = { ...service.status, loadBalancer: { ingress: [addressOf(controlPlane, key)] } }
      await parts.client.patchStatus(Service, service, { ...service, metadata: { ...service.metadata }, status })
    })
  }

const routeReconciler =
  (parts: HypershiftParts, objects: ControlPlaneObjects): Reconciler =>
  async (ctx, key) => {
    const route = objects.routes.get(key)
    if (!route || !waitsForRouter(route)) return {}
    return whenBuilt(ctx, parts, objects, route, async () => {
      const host = route.spec.host || `${key.name}-${key.namespace}.${MANAGEMENT_APPS_DOMAIN}`
      if (!route.spec.host) await parts.client.patch(Route, key, { type: 'merge', body: { spec: { host } } })
      const status = { ingress: [admission(host, ctx.clock.now())] }
      await parts.client.patchStatus(Route, route, { ...route, metadata: { ...route.metadata }, status })
    })
  }

/** Does the work once the infrastructure of a control plane has had its time; tells people if that is never. */
async function whenBuilt(
  { clock, sightings, events }: Ctx,
  parts: HypershiftParts,
  { controlPlanes }: ControlPlaneObjects,
  object: Stored,
  work: (controlPlane: ControlPlane) => Promise<void>,
): Promise<Result> {
  const [owner] = ownerOf(object)
  const controlPlane = owner && controlPlanes.get(owner)
  if (!controlPlane) return {}
  const behaviour = behaviourOf(parts, controlPlane)
  const failure = behaviour.failureOf('Infrastructure')
  if (failure) {
    events.record(object, { type: 'Warning', reason: failure.reason, message: failure.message })
    return {}
  }
  const remainingMs = sightings.createdAt(object) + behaviour.durationMs('Infrastructure') - clock.now()
  if (remainingMs > 0) return { requeueAfterMs: remainingMs }
  await work(controlPlane)
  return {}
}

/** What a cloud would give: a name on AWS, elsewhere an address of a range that nobody has (RFC 2544). */
function addressOf({ spec: { platform } }: ControlPlane, { namespace, name }: ObjectRef) {
  const digest = createHash('sha256').update(`${namespace}/${name}`).digest()
  const region = platform.aws?.region
  if (region) return { hostname: `${digest.toString('hex', 0, 16)}.elb.${region}.amazonaws.com` }
  const host = digest.readUInt32BE() % (2 ** 17 - 2)
  const [second, third, fourth] = [18 + ((host + 1) >> 16), ((host + 1) >> 8) & 0xff, (host + 1) & 0xff]
  return { ip: `198.${second}.${third}.${fourth}` }
}

const admission = (host: string, now: number) => ({
  host,
  routerName: ROUTER,
  routerCanonicalHostname: `router-${ROUTER}.${MANAGEMENT_APPS_DOMAIN}`,
  wildcardPolicy: 'None',
  conditions: [{ type: 'Admitted', status: 'True', lastTransitionTime: formatTime(now) }],
})
