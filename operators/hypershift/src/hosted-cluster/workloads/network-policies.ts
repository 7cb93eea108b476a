import { NetworkPolicy, type NetworkPolicyIngressRule, type NetworkPolicySpec } from '@skep/api'
import { LABELS } from '../../control-plane/keys.ts'
import { type Scope, strategyOf } from '../scope.ts'

const SHARED_INGRESS_NAMESPACE = 'hypershift-sharedingress'
const NAMESPACE_NAME = 'kubernetes.io/metadata.name'
const POLICY_GROUP = 'network.openshift.io/policy-group'

const ingress = (
  rules: readonly NetworkPolicyIngressRule[],
  podLabels: Record<string, string> = {},
): NetworkPolicySpec => ({
  podSelector: Object.keys(podLabels).length > 0 ? { matchLabels: podLabels } : {},
  policyTypes: ['Ingress'],
  ingress: [...rules],
})

const onPorts = (app: string, ...ports: number[]): NetworkPolicySpec =>
  ingress([{ ports: ports.map((port) => ({ port, protocol: 'TCP' })) }], { app })

const fromNamespaces = (labels: Record<string, string>): NetworkPolicySpec =>
  ingress([{ from: [{ namespaceSelector: { matchLabels: labels } }] }])

/** Policies of every control plane. */
const COMMON: Readonly<Record<string, NetworkPolicySpec>> = {
  'same-namespace': ingress([{ from: [{ podSelector: {} }] }]),
  kas: onPorts('kube-apiserver', 6443),
  'openshift-monitoring': fromNamespaces({ [POLICY_GROUP]: 'monitoring' }),
}

/** What a service that is published by ports of nodes needs. */
const BY_NODE_PORT = {
  OAuthServer: { 'nodeport-oauth': onPorts('oauth-openshift', 6443) },
  Ignition: {
    'nodeport-ignition': onPorts('ignition-server', 9090),
    'nodeport-ignition-proxy': onPorts('ignition-server-proxy', 8443),
  },
  Konnectivity: {
    'nodeport-konnectivity': onPorts('konnectivity-server', 8091),
    'nodeport-konnectivity-kas': onPorts('kube-apiserver', 8091),
  },
} as const

/** Lets in who may talk to the control plane, and nobody else. */
export async function ensureNetworkPolicies(scope: Scope): Promise<void> {
  const { parts, namespace } = scope
  for (const [name, spec] of Object.entries(policiesOf(scope))) {
    await parts.statics.ensure(NetworkPolicy, { metadata: { namespace, name }, spec })
  }
}

function policiesOf(scope: Scope): Record<string, NetworkPolicySpec> {
  return { ...COMMON, ...ingressPolicies(scope), ...platformPolicies(scope), ...servicePolicies(scope) }
}

/** Where routes of the control plane are served, if not by its own router. */
function ingressPolicies({ hostedCluster: { spec } }: Scope): Record<string, NetworkPolicySpec> {
  const { azure } = spec.platform
  const isShared = azure?.azureAuthenticationConfig.azureAuthenticationConfigType === 'ManagedIdentities'
  if (isShared) return { sharedingress: fromNamespaces({ [NAMESPACE_NAME]: SHARED_INGRESS_NAMESPACE }) }
  const isOwn = spec.services.some(
    ({ service, servicePublishingStrategy: { type } }) => service === 'APIServer' && type === 'Route',
  )
  return isOwn ? {} : { 'openshift-ingress': fromNamespaces({ [POLICY_GROUP]: 'ingress' }) }
}

function platformPolicies({ hostedCluster: { spec } }: Scope): Record<string, NetworkPolicySpec> {
  const { type } = spec.platform
  if (type === 'AWS' || type === 'Azure') return { 'private-router': privateRouter() }
  return type === 'KubeVirt' ? { 'virt-launcher': virtLauncher(spec.infraID ?? '') } : {}
}

const dns = [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol })))

/** The router is reached from outside, and reaches what it is the router of. */
const privateRouter = (): NetworkPolicySpec => ({
  ...onPorts('private-router', 8080, 8443),
  policyTypes: ['Ingress', 'Egress'],
  egress: [
    { to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] },
    { to: [{ podSelector: { matchExpressions: [{ key: LABELS.requestServing, operator: 'Exists' }] } }] },
    { ports: dns },
  ],
})

/** Virtual machines reach each other, the control plane and the outside. */
function virtLauncher(infraId: string): NetworkPolicySpec {
  const machines = { 'hypershift.openshift.io/infra-id': infraId, 'kubevirt.io': 'virt-launcher' }
  const component = (name: string) => ({ podSelector: { matchLabels: { [LABELS.component]: name } } })
  return {
    ...ingress([{ ports: ['TCP', 'UDP', 'SCTP'].map((protocol) => ({ protocol })) }], machines),
    policyTypes: ['Ingress', 'Egress'],
    egress: [
      {
        to: [
          { ipBlock: { cidr: '0.0.0.0/0' } },
          { ipBlock: { cidr: '::/0' } },
          { podSelector: { matchLabels: machines } },
          component('kube-apiserver'),
          component('oauth-openshift'),
          component('ignition-server-proxy'),
        ],
      },
    ],
  }
}

function servicePolicies({ hostedCluster }: Scope): Record<string, NetworkPolicySpec> {
  const services = Object.keys(BY_NODE_PORT) as (keyof typeof BY_NODE_PORT)[]
  const byNodePort = services.filter((service) => strategyOf(hostedCluster, service)?.type === 'NodePort')
  const policies = Object.assign({}, ...byNodePort.map((service) => BY_NODE_PORT[service]))
  return strategyOf(hostedCluster, 'OAuthServer')?.type === 'LoadBalancer'
    ? { ...policies, 'loadbalancer-oauth': onPorts('oauth-openshift', 6443) }
    : policies
}
