/** What all kinds of hypershift.openshift.io/v1beta1 have in common. */
export const hypershiftV1Beta1 = {
  group: 'hypershift.openshift.io',
  version: 'v1beta1',
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
} as const
