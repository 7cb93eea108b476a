/** What all kinds of the AWS account operator have in common. */
export const awsAccountsV1Alpha1 = {
  group: 'aws.managed.openshift.io',
  version: 'v1alpha1',
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
} as const

/** The column that says what became of a claim, a role or an account. */
export const stateColumn = { name: 'State', type: 'string', jsonPath: '.status.state' } as const
