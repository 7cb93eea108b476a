import { s, type ValidationRule } from '@skep/schema'
import { checked, notRemoved, reaches, unchanged } from '../openshift/rules.ts'
import { endpointPublishingStrategy } from './ingress-publishing.ts'
import { OvnKubernetesConfig } from './ovn-kubernetes.ts'

const clusterNetworkOperator = s.object(
  {
    disableMultiNetwork: s.defaulted(
      s.bool({
        description: 'Whether pods have the one network only.',
        default: false,
        ...checked(unchanged('disableMultiNetwork is immutable')),
      }),
    ),
    ovnKubernetesConfig: s.optional(OvnKubernetesConfig),
  },
  {
    description: 'The operator of the network.',
    ...checked(notRemoved('ovnKubernetesConfig', 'ovnKubernetesConfig is immutable once set and cannot be removed')),
  },
)

/** Configuration of operators of a hosted cluster. */
export const OperatorConfiguration = s.object(
  {
    clusterNetworkOperator: s.optional(clusterNetworkOperator),
    clusterVersionOperator: s.optional(s.anyObject({ description: 'The operator of the version, kept as it is.' })),
    ingressOperator: s.optional(
      s.object(
        { endpointPublishingStrategy: s.optional(endpointPublishingStrategy) },
        { description: 'The operator of ingress.' },
      ),
    ),
  },
  { description: 'Configuration of operators of the cluster.' },
)

const hasMember = (member: string): string => reaches(`operatorConfiguration.clusterNetworkOperator.${member}`)

/** Pods without further networks need a network of another maker. */
export const MULTI_NETWORK_RULE: ValidationRule = {
  rule: `!(${hasMember('disableMultiNetwork')}) || !self.operatorConfiguration.clusterNetworkOperator.disableMultiNetwork || self.networking.networkType == 'Other'`,
  message: "disableMultiNetwork can only be set to true when networkType is 'Other'",
}

/** What OVN-Kubernetes is told needs OVN-Kubernetes. */
export const OVN_RULE: ValidationRule = {
  rule: `!(${hasMember('ovnKubernetesConfig')}) || self.networking.networkType == 'OVNKubernetes'`,
  message: 'ovnKubernetesConfig is forbidden when networkType is not OVNKubernetes',
}
