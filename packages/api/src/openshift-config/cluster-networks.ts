import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText, optionalTexts } from '../openshift/fields.ts'
import { NameReference } from '../openshift/references.ts'
import { configV1 } from './group.ts'
import { keptPart, singletonSpec, singletonStatus } from './singleton.ts'

/** The domain of a cluster; there is one, named cluster. */
export const OpenShiftDns = defineKind({
  ...configV1,
  kind: 'DNS',
  plural: 'dnses',
  schema: s.object(
    {
      ...kubeObject,
      spec: singletonSpec({ baseDomain: optionalText('Domain of the cluster.') }),
      status: s.optional(keptPart('What there is')),
    },
    { description: 'The domain of the cluster.' },
  ),
})
export type OpenShiftDns = ObjectOf<typeof OpenShiftDns>

/** Names of applications; there is one, named cluster. Kubernetes has a kind of the same name. */
export const OpenShiftIngress = defineKind({
  ...configV1,
  kind: 'Ingress',
  plural: 'ingresses',
  schema: s.object(
    {
      ...kubeObject,
      spec: singletonSpec({
        domain: optionalText('Domain of applications.'),
        appsDomain: optionalText('Domain of routes that name no host, where it differs.'),
      }),
      status: s.optional(keptPart('What there is')),
    },
    { description: 'Names of applications.' },
  ),
})
export type OpenShiftIngress = ObjectOf<typeof OpenShiftIngress>

const networks = {
  clusterNetwork: s.optional(
    s.array(
      s.object({
        cidr: optionalText('The range.'),
        hostPrefix: s.optional(s.int64({ description: 'Prefix length of the range of each node.', minimum: 0 })),
      }),
      { description: 'Addresses of pods.', listType: 'atomic' },
    ),
  ),
  serviceNetwork: s.optional(s.array(s.string(), { description: 'Addresses of services.', listType: 'atomic' })),
  networkType: optionalText('Who connects the pods.'),
}

/** Networks of a cluster; there is one, named cluster. */
export const OpenShiftNetwork = defineKind({
  ...configV1,
  kind: 'Network',
  plural: 'networks',
  schema: s.object(
    {
      ...kubeObject,
      spec: singletonSpec(networks),
      status: singletonStatus({
        ...networks,
        clusterNetworkMTU: s.optional(s.integer({ description: 'Largest packet between pods.' })),
      }),
    },
    { description: 'Networks of the cluster.' },
  ),
})
export type OpenShiftNetwork = ObjectOf<typeof OpenShiftNetwork>

const proxies = {
  httpProxy: optionalText('Proxy of plain requests.'),
  httpsProxy: optionalText('Proxy of encrypted requests.'),
  noProxy: optionalText('Where none is used.'),
}

/** By what a cluster reaches the outside; there is one, named cluster. */
export const OpenShiftProxy = defineKind({
  ...configV1,
  kind: 'Proxy',
  plural: 'proxies',
  schema: s.object(
    {
      ...kubeObject,
      spec: singletonSpec({
        ...proxies,
        readinessEndpoints: optionalTexts('What is asked to see whether it works.'),
        trustedCA: s.optional(s.with(NameReference, { description: 'ConfigMap with authorities to trust.' })),
      }),
      status: singletonStatus(proxies),
    },
    { description: 'By what the cluster reaches the outside.' },
  ),
})
export type OpenShiftProxy = ObjectOf<typeof OpenShiftProxy>
