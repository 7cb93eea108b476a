import { ocmErrors, type Route, type RouteGroup } from '@skep/service'
import { type ApiBase, ARO_HCP, CLUSTERS_MGMT } from './api-base.ts'
import { aspectRoutes } from './aspect-routes.ts'
import { catalogRoutes } from './catalog-routes.ts'
import { childExtraRoutes } from './child-extra-routes.ts'
import { childResources } from './child-resources.ts'
import { childRoutes } from './child-routes.ts'
import { clusterRoutes } from './cluster-routes.ts'
import { inspectionRoutes } from './inspection-routes.ts'
import type { ApiParts } from './parts.ts'
import { powerRoutes } from './power-routes.ts'
import { recordRoutes } from './record-routes.ts'
import { serviceRoutes } from './service-routes.ts'
import { shardRoutes } from './shard-routes.ts'
import { singletonRoutes } from './singleton-routes.ts'

/** Both APIs, over the same data. */
export const routeGroups = (parts: ApiParts): RouteGroup[] =>
  [CLUSTERS_MGMT, ARO_HCP].map((base) => ({
    base: base.path,
    routes: routesOf(parts, base),
    errors: ocmErrors({ service: base.service, base: base.path }),
  }))

const routesOf = (parts: ApiParts, base: ApiBase): Route[] => [
  ...serviceRoutes(parts, base),
  ...clusterRoutes(parts, base),
  ...powerRoutes(parts, base),
  ...inspectionRoutes(parts, base),
  ...aspectRoutes(parts, base),
  ...singletonRoutes(parts, base),
  ...childResources(base).flatMap((resource) => childRoutes(parts, base, resource)),
  ...childExtraRoutes(parts, base),
  ...shardRoutes(parts, base),
  ...catalogRoutes(parts, base),
  ...recordRoutes(parts, base),
]
