export {
  ADMISSION_COST_BUDGET,
  type AdmissionInput,
  admissionActivation,
  admissionVariables,
  type Composition,
  composeVariables,
  MATCH_CONDITIONS_COST_BUDGET,
} from './admission.ts'
export {
  compileExpression,
  type Expression as CelExpression,
  type ExpressionOptions as CelExpressionOptions,
} from './expression.ts'
export type { AccessCheck, AccessDecision, Authorize } from './library/authorizer.ts'
export {
  declare as declareCelFunction,
  type FunctionDeclaration as CelFunction,
  overload as celOverload,
} from './library/declare.ts'
export { COST_LIMIT_PER_CALL, type Outcome as CelOutcome } from './program.ts'
export { type CompiledRules, checkRules, compileRules } from './rules/index.ts'
export { type CelType, TYPES as CEL_TYPES } from './types/type.ts'
export { fromJson as celValueOf } from './values/json.ts'
export type { Value as CelValue } from './values/value.ts'
