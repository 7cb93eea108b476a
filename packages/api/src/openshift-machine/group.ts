/** What the kinds of machine.openshift.io/v1beta1 have in common. */
export const machineV1Beta1 = {
  group: 'machine.openshift.io',
  version: 'v1beta1',
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
} as const
