/** What the kinds of config.openshift.io/v1 have in common. */
export const configV1 = {
  group: 'config.openshift.io',
  version: 'v1',
  custom: true,
  scope: 'Cluster',
  statusSubresource: true,
} as const

/** Where a column finds a member of the condition of some type. */
export const conditionPath = (type: string, member: string): string =>
  `.status.conditions[?(@.type=="${type}")].${member}`
