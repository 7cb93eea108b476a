/** The operators of a management cluster, as users name them. `hypershift` has Cluster API and its providers with it. */
export const OPERATOR_NAMES = ['hive', 'accounts', 'hypershift', 'work', 'mce'] as const
export type OperatorName = (typeof OPERATOR_NAMES)[number]

/** Those that hosted control planes take. */
export const HOSTED_OPERATORS = ['hypershift', 'work', 'mce'] as const satisfies readonly OperatorName[]
