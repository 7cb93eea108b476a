import type { KindRules } from '@skep/schema'
import { bindingTable, defaultBinding, validateBinding, validateRoleRefKept } from './binding.ts'
import type { RoleBinding } from './role-binding.ts'

/** What RoleBindings do beyond their schema. */
export const roleBindingRules: KindRules<RoleBinding> = {
  defaults: defaultBinding,
  validate: (binding) => validateBinding(binding, { isNamespaced: true, roleKinds: ['Role', 'ClusterRole'] }),
  validateUpdate: validateRoleRefKept,
  cells: bindingTable.cells,
}
