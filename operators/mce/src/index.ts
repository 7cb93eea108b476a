export { MCE_BEHAVIOUR_KINDS } from './behaviour-kinds.ts'
export type { MceDependencies, MceOptions } from './parts.ts'
export { DEFAULT_MCE_OPTIONS, type RunningMce, startMce } from './start.ts'
