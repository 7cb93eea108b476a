import type { Route, Service } from '@skep/api'
import type { Informer, Stored } from '@skep/client'
import { isControlledBy } from '@skep/controller'
import type { Wanted } from '../components/workloads.ts'
import { ensureObject, removeObject } from '../ensure.ts'
import type { ControlPlaneScope } from '../scope.ts'
import { findEndpoints } from './endpoints.ts'
import { routesOf } from './routes.ts'
import { servicesOf } from './services.ts'

/** Makes the services and routes of a control plane, removes those it no longer has, and finds where it is reached. */
export async function ensureInfrastructure(scope: ControlPlaneScope): Promise<void> {
  const { controlPlane, objects, parts } = scope
  const services = await ensureAll(scope, objects.services, servicesOf(controlPlane, parts.controlPlanePods))
  const routes = await ensureAll(scope, objects.routes, routesOf(controlPlane))
  scope.endpoints = findEndpoints(controlPlane, {
    service: (name) => services.get(name),
    route: (name) => routes.get(name),
  })
}

/** Finds where a control plane is reached, without making anything. */
export function lookUpEndpoints(scope: ControlPlaneScope): void {
  const { controlPlane, objects, namespace } = scope
  scope.endpoints = findEndpoints(controlPlane, {
    service: (name) => objects.services.get({ namespace, name }),
    route: (name) => objects.routes.get({ namespace, name }),
  })
}

async function ensureAll<T extends Service | Route>(
  { parts, controlPlane, namespace }: ControlPlaneScope,
  informer: Informer<T>,
  wanted: readonly Wanted<T>[],
): Promise<Map<string, Stored<T>>> {
  const names = new Set(wanted.map(({ metadata }) => metadata.name))
  const surplus = informer
    .list(namespace)
    .filter((object) => isControlledBy(object, controlPlane) && !names.has(object.metadata.name))
  for (const { metadata } of surplus) await removeObject(parts.client, informer, metadata)
  const found = new Map<string, Stored<T>>()
  for (const object of wanted) {
    const ensured = await ensureObject(parts.client, informer, object)
    if (ensured) found.set(object.metadata.name, ensured)
  }
  return found
}
