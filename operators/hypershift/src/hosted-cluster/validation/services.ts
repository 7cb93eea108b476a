import type { HostedCluster } from '@skep/api'
import { strategyOf } from '../scope.ts'

const hostnameOf = ({
  servicePublishingStrategy: { type, route, loadBalancer },
}: HostedCluster['spec']['services'][number]) =>
  type === 'Route' ? route?.hostname : type === 'LoadBalancer' ? loadBalancer?.hostname : undefined

/** What is wrong with how services are published. */
export function serviceProblems(hostedCluster: HostedCluster, hasRoutes: boolean): string[] {
  return [...missingRoutes(hostedCluster, hasRoutes), ...awsProblems(hostedCluster), ...sharedHostnames(hostedCluster)]
}

function missingRoutes({ spec }: HostedCluster, hasRoutes: boolean): string[] {
  if (hasRoutes) return []
  return spec.services
    .filter(({ servicePublishingStrategy }) => servicePublishingStrategy.type === 'Route')
    .map(({ service }) => `cluster does not support Routes, but service "${service}" is exposed via a Route`)
}

function sharedHostnames({ spec }: HostedCluster): string[] {
  const owners = new Map<string, string>()
  for (const published of spec.services) {
    const { service } = published
    const hostname = hostnameOf(published)
    const owner = hostname === undefined ? undefined : owners.get(hostname)
    if (owner !== undefined) {
      return [`service type ${service} can't be published with the same hostname ${hostname} as service type ${owner}`]
    }
    if (hostname !== undefined) owners.set(hostname, service)
  }
  return []
}

/** On AWS, all but the API are reached by Routes. */
function awsProblems(hostedCluster: HostedCluster): string[] {
  if (hostedCluster.spec.platform.type !== 'AWS') return []
  const others = (['Konnectivity', 'OAuthServer', 'Ignition'] as const).flatMap((service) => {
    const type = strategyOf(hostedCluster, service)?.type
    if (type === undefined) return [`service type ${service} not found`]
    if (type === 'Route') return []
    return [`service type ${service} with publishing strategy ${type} is not supported, use Route`]
  })
  return [...others, ...awsApiProblems(hostedCluster)]
}

function awsApiProblems(hostedCluster: HostedCluster): string[] {
  const strategy = strategyOf(hostedCluster, 'APIServer')
  if (!strategy) return ['service type APIServer not found']
  if (strategy.type === 'LoadBalancer') return []
  if (strategy.type !== 'Route') {
    return [
      `service type APIServer with publishing strategy ${strategy.type} is not supported, use Route or LoadBalancer`,
    ]
  }
  if (strategy.route?.hostname) return []
  return ["if serviceType is 'APIServer' and publishing strategy is 'Route', then hostname must be set"]
}
