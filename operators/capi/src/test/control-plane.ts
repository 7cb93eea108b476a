import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'

/** A control plane of which tests say how it is. */
export const TestControlPlane = defineKind({
  group: 'controlplane.cluster.x-k8s.io',
  version: 'v1beta1',
  kind: 'TestControlPlane',
  plural: 'testcontrolplanes',
  scope: 'Namespaced',
  custom: true,
  statusSubresource: true,
  schema: s.object({
    ...kubeObject,
    spec: s.optional(s.anyObject({ description: 'What it shall be.' })),
    status: s.optional(s.anyObject({ description: 'How it is.' })),
  }),
})
export type TestControlPlane = ObjectOf<typeof TestControlPlane>
