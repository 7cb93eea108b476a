/** What all kinds of hive.openshift.io/v1 have in common. */
export const hiveV1 = { group: 'hive.openshift.io', version: 'v1', custom: true } as const
