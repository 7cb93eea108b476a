import { Route, Service } from '@skep/api'
import type { Explainer } from '../explainer.ts'
import { cloud, good, operator, waiting } from '../model.ts'

const service: Explainer<Service> = {
  kind: Service,
  verdict: ({ spec, status, metadata }) => {
    const since = metadata.creationTimestamp
    if (spec?.type !== 'LoadBalancer') return good(spec?.type ?? 'ClusterIP', since)
    const [ingress] = status?.loadBalancer?.ingress ?? []
    const address = ingress?.hostname ?? ingress?.ip
    if (address !== undefined) return good('LoadBalancer', since)
    return waiting({
      state: 'NoAddress',
      waitsFor: 'the address of a load balancer',
      since,
      nextActor: cloud('load balancers'),
    })
  },
}

const route: Explainer<Route> = {
  kind: Route,
  verdict: ({ spec, status, metadata }) => {
    const admitted = status?.ingress
      ?.flatMap(({ conditions }) => conditions ?? [])
      .find(({ type }) => type === 'Admitted')
    if (admitted?.status === 'False') {
      return waiting({
        state: admitted.reason || 'NotAdmitted',
        waitsFor: admitted.message || `a router that admits ${spec.host ?? 'it'}`,
        since: admitted.lastTransitionTime,
        nextActor: operator('router'),
      })
    }
    // Where nobody says so, nobody has to.
    return admitted ? good('Admitted', admitted.lastTransitionTime) : good('Present', metadata.creationTimestamp)
  },
}

/** How a cluster is reached. */
export const NETWORK_EXPLAINERS: readonly Explainer[] = [service, route]
