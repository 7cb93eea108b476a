import type { KindRules } from '@skep/schema'
import { plainTable } from '../rules/table.ts'
import { unsetList } from '../rules/unset.ts'
import { validatePolicyRules, validateVerbs } from './policy-rule.validate.ts'
import type { Role } from './role.ts'

/** What Roles do beyond their schema. */
export const roleRules: KindRules<Role> = {
  defaults: (role) => {
    role.rules ??= unsetList
  },
  prepareForCreate: forgetEmptyRules,
  prepareForUpdate: forgetEmptyRules,
  validate: ({ rules }) => [...validatePolicyRules(rules ?? [], { isNamespaced: true }), ...validateVerbs(rules ?? [])],
  cells: plainTable.cells,
}

/** Whoever writes an empty list owns it; it is kept as none. */
function forgetEmptyRules(role: Role): void {
  if (role.rules?.length === 0) role.rules = unsetList
}
