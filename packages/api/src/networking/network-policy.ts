import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'
import { networkPolicyRules, networkPolicyTable } from './network-policy.rules.ts'

export const IPBlock = s.object(
  {
    cidr: s.string({ description: 'The range, such as 192.168.1.0/24.', default: '' }),
    except: s.optional(
      s.array(s.string(), { description: 'Parts of the range that are left out.', listType: 'atomic' }),
    ),
  },
  { description: 'A range of addresses.', component: 'io.k8s.api.networking.v1.IPBlock' },
)
export type IPBlock = TypeOf<typeof IPBlock>

export const NetworkPolicyPeer = s.object(
  {
    ipBlock: s.optional(s.with(IPBlock, { description: 'A range of addresses. Not together with selectors.' })),
    namespaceSelector: s.optional(
      s.with(LabelSelector, {
        description: 'Namespaces by label; empty means all. With podSelector, the pods in those namespaces.',
      }),
    ),
    podSelector: s.optional(
      s.with(LabelSelector, { description: 'Pods by label; empty means all. Alone, in the namespace of the policy.' }),
    ),
  },
  {
    description: 'Who may talk: pods by label, or a range of addresses.',
    component: 'io.k8s.api.networking.v1.NetworkPolicyPeer',
  },
)
export type NetworkPolicyPeer = TypeOf<typeof NetworkPolicyPeer>

export const NetworkPolicyPort = s.object(
  {
    endPort: s.optional(
      s.int32({ description: 'Last port of the range that starts at port, which must then be a number.' }),
    ),
    port: s.optional(s.intOrString({ description: 'Number or name of the port. Without it, all ports.' })),
    protocol: s.optional(s.string({ description: 'TCP (the default), UDP or SCTP.' })),
  },
  {
    description: 'A port, or a range of ports, that a rule allows.',
    component: 'io.k8s.api.networking.v1.NetworkPolicyPort',
  },
)
export type NetworkPolicyPort = TypeOf<typeof NetworkPolicyPort>

export const NetworkPolicyEgressRule = s.object(
  {
    ports: s.optional(
      s.array(NetworkPolicyPort, { description: 'Allowed destination ports; empty means all.', listType: 'atomic' }),
    ),
    to: s.optional(
      s.array(NetworkPolicyPeer, { description: 'Allowed destinations; empty means all.', listType: 'atomic' }),
    ),
  },
  {
    description: 'Traffic that the selected pods may send.',
    component: 'io.k8s.api.networking.v1.NetworkPolicyEgressRule',
  },
)
export type NetworkPolicyEgressRule = TypeOf<typeof NetworkPolicyEgressRule>

export const NetworkPolicyIngressRule = s.object(
  {
    from: s.optional(
      s.array(NetworkPolicyPeer, { description: 'Allowed sources; empty means all.', listType: 'atomic' }),
    ),
    ports: s.optional(
      s.array(NetworkPolicyPort, { description: 'Allowed ports of the pods; empty means all.', listType: 'atomic' }),
    ),
  },
  {
    description: 'Traffic that the selected pods may receive.',
    component: 'io.k8s.api.networking.v1.NetworkPolicyIngressRule',
  },
)
export type NetworkPolicyIngressRule = TypeOf<typeof NetworkPolicyIngressRule>

export const NetworkPolicySpec = s.object(
  {
    egress: s.optional(
      s.array(NetworkPolicyEgressRule, {
        description: 'Outgoing traffic that is allowed. With policy type Egress and no rule, none is.',
        listType: 'atomic',
      }),
    ),
    ingress: s.optional(
      s.array(NetworkPolicyIngressRule, {
        description: 'Incoming traffic that is allowed. With policy type Ingress and no rule, none is.',
        listType: 'atomic',
      }),
    ),
    podSelector: s.optional(
      s.with(LabelSelector, {
        description: 'Pods that the policy is about; empty means all of the namespace.',
        default: {},
      }),
    ),
    policyTypes: s.optional(
      s.array(s.string(), {
        description:
          'Directions that the policy restricts: Ingress, Egress or both. By default Ingress, and Egress when there are egress rules.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'Which traffic of which pods is allowed.', component: 'io.k8s.api.networking.v1.NetworkPolicySpec' },
)
export type NetworkPolicySpec = TypeOf<typeof NetworkPolicySpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(
      s.with(NetworkPolicySpec, { description: 'Which traffic of which pods is allowed.', default: {} }),
    ),
  },
  {
    description: 'Allows certain network traffic of pods, and by that forbids all other.',
    component: 'io.k8s.api.networking.v1.NetworkPolicy',
  },
)

export const NetworkPolicy = defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  scope: 'Namespaced',
  shortNames: ['netpol'],
  schema,
  columns: networkPolicyTable.columns,
  rules: networkPolicyRules,
})
export type NetworkPolicy = TypeOf<typeof schema>
