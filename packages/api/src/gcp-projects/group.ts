/** What all kinds of the GCP project operator have in common. */
export const gcpProjectsV1Alpha1 = {
  group: 'gcp.managed.openshift.io',
  version: 'v1alpha1',
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
} as const

/** The column that says what became of a claim or a project. */
export const stateColumn = { name: 'State', type: 'string', jsonPath: '.status.state' } as const
