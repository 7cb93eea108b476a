import type { Route, Service } from '@skep/api'
import { describe, expect, it } from 'vitest'
import type { ControlPlane } from '../facts.ts'
import { ARO, AWS_ROLES, BY_LOAD_BALANCER, BY_NAMED_ROUTES, BY_NODE_PORTS, publishedBy, specOn } from '../test/specs.ts'
import { findEndpoints } from './endpoints.ts'
import { routesOf } from './routes.ts'
import { servicesOf } from './services.ts'

type Spec = ControlPlane['spec']

const controlPlane = (changes: Partial<Spec> = {}): ControlPlane => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedControlPlane',
  metadata: { namespace: 'clusters-demo', name: 'demo', uid: 'u', resourceVersion: '1' },
  spec: specOn('None', changes),
})

const aws = (endpointAccess: string): Partial<Spec> => ({
  // The roles are made up by name, which the compiler cannot follow.
  platform: { type: 'AWS', aws: { region: 'us-east-1', endpointAccess, rolesRef: AWS_ROLES } } as Spec['platform'],
})
const azure: Partial<Spec> = {
  platform: {
    ...ARO.platform!,
    azure: {
      ...ARO.platform!.azure!,
      azureAuthenticationConfig: { azureAuthenticationConfigType: 'WorkloadIdentities' },
    },
  },
}

/** Every object as the cloud and the router leave it. */
function built(made: ControlPlane) {
  const routes = new Map(
    routesOf(made).map((route) => {
      const host = route.spec.host ?? `${route.metadata.name}.apps.example.net`
      return [route.metadata.name, { ...route, status: { ingress: [{ host }] } } as Route]
    }),
  )
  const services = new Map(
    servicesOf(made, true).map((service) => {
      const ports = (service.spec?.ports ?? []).map((port) => ({ ...port, nodePort: 30_500 }))
      const isBalanced = service.spec?.type === 'LoadBalancer'
      const status = isBalanced ? { loadBalancer: { ingress: [{ ip: '198.18.0.7' }] } } : {}
      return [service.metadata.name, { ...service, spec: { ...service.spec, ports }, status } as Service]
    }),
  )
  return { route: (name: string) => routes.get(name), service: (name: string) => services.get(name) }
}

describe('the endpoint of the API', () => {
  it.each<[string, Partial<Spec>, string, number]>([
    ['a route of ARO HCP', ARO, 'apiserver.demo.hcp.example.net', 443],
    ['a route with a name', { services: BY_NAMED_ROUTES }, 'apiserver.demo.hcp.example.net', 443],
    ['a route without a name', { services: publishedBy(() => ({ type: 'Route' })) }, '198.18.0.7', 443],
    ['a load balancer', { services: BY_LOAD_BALANCER }, '198.18.0.7', 6443],
    ['a load balancer on Azure', { ...azure, services: BY_LOAD_BALANCER }, '198.18.0.7', 7443],
    ['a private load balancer', aws('Private'), '198.18.0.7', 6443],
    [
      'a load balancer with a name',
      { services: publishedBy(() => ({ type: 'LoadBalancer', loadBalancer: { hostname: 'api.example.net' } })) },
      'api.example.net',
      6443,
    ],
    ['a port of nodes', { services: BY_NODE_PORTS }, '192.0.2.10', 30_500],
  ])('is that of %s', (_, changes, host, port) => {
    const made = controlPlane(changes)

    expect(findEndpoints(made, built(made))).toMatchObject({ api: { host, port }, waitingFor: [] })
  })

  it('is awaited while nothing has an address, and says of what', () => {
    const made = controlPlane({ services: BY_NAMED_ROUTES })

    const { api, waitingFor } = findEndpoints(made, { route: () => undefined, service: () => undefined })

    expect(api).toBeUndefined()
    expect(waitingFor.map(({ message }) => message)).toEqual([
      'Route kube-apiserver is not admitted yet',
      'Route konnectivity-server is not admitted yet',
      'Route oauth is not admitted yet',
      'Load balancer of router is not provisioned yet',
    ])
  })

  it('needs no OAuth server where tokens come from elsewhere', () => {
    const made = controlPlane({ configuration: { authentication: { type: 'OIDC' } } })

    expect(findEndpoints(made, built(made))).not.toHaveProperty('oauth')
    expect(findEndpoints(made, built(made)).waitingFor).toEqual([])
  })
})

describe('the services of a control plane', () => {
  const namesAndPorts = (made: ControlPlane, hasPods = true) =>
    Object.fromEntries(
      servicesOf(made, hasPods).map(({ metadata, spec }) => [metadata.name, `${spec?.type} ${spec?.ports?.[0]?.port}`]),
    )

  it('are those that its components and its users reach it by', () => {
    expect(namesAndPorts(controlPlane())).toEqual({
      'kube-apiserver': 'LoadBalancer 6443',
      'konnectivity-server': 'ClusterIP 8091',
      'konnectivity-server-local': 'ClusterIP 8090',
      'openshift-apiserver': 'ClusterIP 443',
      'oauth-openshift': 'ClusterIP 6443',
      'openshift-oauth-apiserver': 'ClusterIP 443',
      packageserver: 'ClusterIP 443',
      'ignition-server': 'ClusterIP 443',
      'ignition-server-proxy': 'ClusterIP 443',
      'etcd-client': 'ClusterIP 2379',
      'etcd-discovery': 'ClusterIP 2380',
    })
  })

  it('keep the usual port of the API free on Azure', () => {
    expect(namesAndPorts(controlPlane({ ...azure, services: BY_LOAD_BALANCER }))).toMatchObject({
      'kube-apiserverlb': 'LoadBalancer 7443',
      'kube-apiserver': 'ClusterIP 6443',
    })
  })

  it('include routers where routes are its own', () => {
    expect(namesAndPorts(controlPlane({ services: BY_NAMED_ROUTES }))).toMatchObject({ router: 'LoadBalancer 443' })
    expect(namesAndPorts(controlPlane(aws('PublicAndPrivate')))).toMatchObject({
      'kube-apiserver-private': 'LoadBalancer 6443',
      'private-router': 'LoadBalancer 443',
    })
    expect(namesAndPorts(controlPlane(ARO))).not.toHaveProperty('router')
  })

  it('are only those reached from outside, where there are no pods', () => {
    expect(Object.keys(namesAndPorts(controlPlane({ services: BY_NODE_PORTS }), false))).toEqual([
      'kube-apiserver',
      'konnectivity-server',
      'oauth-openshift',
      'ignition-server-proxy',
    ])
  })

  it('have the ports of nodes that somebody chose', () => {
    const services = publishedBy(() => ({ type: 'NodePort', nodePort: { address: '192.0.2.10', port: 31_000 } }))
    const [api] = servicesOf(controlPlane({ services }), true)

    expect(api?.spec).toMatchObject({ type: 'NodePort', ports: [{ nodePort: 31_000 }] })
  })
})

describe('the routes of a control plane', () => {
  const namesAndHosts = (made: ControlPlane) =>
    Object.fromEntries(routesOf(made).map(({ metadata, spec }) => [metadata.name, spec.host]))

  it('have the names that somebody chose', () => {
    expect(namesAndHosts(controlPlane(ARO))).toEqual({
      'kube-apiserver': 'apiserver.demo.hcp.example.net',
      'kube-apiserver-internal': 'api.demo.hypershift.local',
      oauth: 'oauthserver.demo.hcp.example.net',
      'konnectivity-server': 'konnectivity.demo.hcp.example.net',
      'ignition-server': 'ignition.demo.hcp.example.net',
    })
  })

  it('lead machines by their own network where there is a way', () => {
    const made = controlPlane({ ...aws('Private'), services: publishedBy(() => ({ type: 'Route' })) })

    expect(namesAndHosts(made)).toEqual({
      'kube-apiserver-internal': 'api.demo.hypershift.local',
      'oauth-internal': 'oauth.apps.demo.hypershift.local',
      'konnectivity-server': 'konnectivity-server.apps.demo.hypershift.local',
      'ignition-server': 'ignition-server.apps.demo.hypershift.local',
    })
  })

  it('are marked for the router of the control plane, or left to the management cluster', () => {
    const labelOf = (made: ControlPlane) =>
      routesOf(made).find(({ metadata }) => metadata.name === 'oauth')?.metadata.labels?.[
        'hypershift.openshift.io/hosted-control-plane'
      ]

    expect(labelOf(controlPlane({ services: BY_NAMED_ROUTES }))).toBe('clusters-demo')
    expect(labelOf(controlPlane({ services: BY_LOAD_BALANCER }))).toBeUndefined()
  })
})
