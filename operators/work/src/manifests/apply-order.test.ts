import { expect, it } from 'vitest'
import { inApplyOrder } from './apply-order.ts'

it('puts what others need first, and keeps the order of the rest', () => {
  const kinds = ['NodePool', 'APIService', 'Deployment', 'HostedCluster', 'Service', 'ConfigMap', 'Secret']
  const others = ['ServiceAccount', 'RoleBinding', 'CustomResourceDefinition', 'Namespace']

  const ordered = inApplyOrder([...kinds, ...others].map((kind) => ({ manifest: { kind } })))

  expect(ordered.map(({ manifest }) => manifest.kind)).toEqual([
    ...['CustomResourceDefinition', 'Namespace', 'RoleBinding', 'ServiceAccount', 'ConfigMap', 'Secret'],
    ...['Service', 'Deployment', 'APIService', 'NodePool', 'HostedCluster'],
  ])
})
