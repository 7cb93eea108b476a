/** The operators of a simulation, as users name them. */
export const OPERATOR_NAMES = ['hive', 'accounts'] as const
export type OperatorName = (typeof OPERATOR_NAMES)[number]
