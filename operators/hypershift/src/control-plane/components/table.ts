import { CORE_COMPONENTS } from './core-components.ts'
import type { ComponentDefinition } from './definition.ts'
import { OPERATOR_COMPONENTS } from './operator-components.ts'

/** Everything that a control plane may be made of; each after those it depends on, so that one pass can do all. */
export const COMPONENTS: readonly ComponentDefinition[] = [...CORE_COMPONENTS, ...OPERATOR_COMPONENTS]
