import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { RouteSpec } from './route-spec.ts'

const RouteCondition = s.object({
  lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.' })),
  message: optionalText('Why, for people.'),
  reason: optionalText('Why, in one word for programs.'),
  status: s.string({ description: 'True, False or Unknown.' }),
  type: s.string({ description: 'What the statement is about, such as Admitted.' }),
})

const ingress = s.object({
  host: optionalText('Name by which the service is reached at this router.'),
  routerName: optionalText('Name of the router.'),
  routerCanonicalHostname: optionalText('Name that the host is to be an alias of.'),
  wildcardPolicy: optionalText('Whether names below the host are served as well.'),
  conditions: s.optional(
    s.array(RouteCondition, {
      description: 'What the router says about the route, one statement per type.',
      listType: 'map',
      listMapKeys: ['type'],
    }),
  ),
})

const status = s.object(
  { ingress: s.optional(s.array(ingress, { description: 'Routers that know of it.', listType: 'atomic' })) },
  { description: 'Where the route is served.' },
)

/** A name under which a router of an OpenShift cluster serves a service. */
export const Route = defineKind({
  group: 'route.openshift.io',
  version: 'v1',
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
  kind: 'Route',
  plural: 'routes',
  schema: s.object(
    { ...kubeObject, spec: RouteSpec, status: s.optional(status) },
    { description: 'A name under which a router serves a service.' },
  ),
  columns: [
    { name: 'Host', type: 'string', jsonPath: '.status.ingress[0].host' },
    {
      name: 'Admitted',
      type: 'string',
      jsonPath: '.status.ingress[0].conditions[?(@.type=="Admitted")].status',
    },
    { name: 'Service', type: 'string', jsonPath: '.spec.to.name' },
    { name: 'TLS', type: 'string', jsonPath: '.spec.tls.type' },
  ],
})
export type Route = ObjectOf<typeof Route>
