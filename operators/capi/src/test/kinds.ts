import { defineKind, kubeObject, s } from '@skep/schema'

/** A kind of a provider of which tests say how its objects are. */
const providerKind = (group: string, kind: string) =>
  defineKind({
    group: `${group}.cluster.x-k8s.io`,
    version: 'v1beta1',
    kind,
    plural: `${kind.toLowerCase()}s`,
    scope: 'Namespaced',
    custom: true,
    statusSubresource: true,
    schema: s.object({
      ...kubeObject,
      spec: s.optional(s.anyObject({ description: 'What it shall be.' })),
      status: s.optional(s.anyObject({ description: 'How it is.' })),
    }),
  })

export const TestControlPlane = providerKind('controlplane', 'TestControlPlane')
export const TestConfig = providerKind('bootstrap', 'TestConfig')
export const TestConfigTemplate = providerKind('bootstrap', 'TestConfigTemplate')
export const TestRemediation = providerKind('remediation', 'TestRemediation')
export const TestRemediationTemplate = providerKind('remediation', 'TestRemediationTemplate')

/** The kinds of providers that tests need besides those that there are. */
export const testKinds = [TestControlPlane, TestConfig, TestConfigTemplate, TestRemediation, TestRemediationTemplate]
