/** What all kinds of hiveinternal.openshift.io/v1alpha1 have in common. */
export const hiveInternalV1Alpha1 = {
  group: 'hiveinternal.openshift.io',
  version: 'v1alpha1',
  custom: true,
  scope: 'Namespaced',
} as const
