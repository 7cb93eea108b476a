import { s } from '@skep/schema'
import { apiServer } from './api-server.ts'
import { ingress } from './ingress.ts'
import { network, proxy } from './networks.ts'
import { featureGate, image, operatorHub, scheduler } from './parts.ts'
import { authentication, oauth } from './users.ts'

/** Configuration that a hosted cluster gets: the specs of kinds of config.openshift.io/v1. */
export const ClusterConfiguration = s.object(
  {
    apiServer: s.optional(apiServer),
    authentication: s.optional(authentication),
    featureGate: s.optional(featureGate),
    image: s.optional(image),
    ingress: s.optional(ingress),
    network: s.optional(network),
    oauth: s.optional(oauth),
    operatorhub: s.optional(operatorHub),
    proxy: s.optional(proxy),
    scheduler: s.optional(scheduler),
  },
  { description: 'Configuration that the cluster gets.' },
)
