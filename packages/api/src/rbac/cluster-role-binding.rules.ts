import type { KindRules } from '@skep/schema'
import { bindingTable, defaultBinding, validateBinding, validateRoleRefKept } from './binding.ts'
import type { ClusterRoleBinding } from './cluster-role-binding.ts'

/** What ClusterRoleBindings do beyond their schema. */
export const clusterRoleBindingRules: KindRules<ClusterRoleBinding> = {
  defaults: defaultBinding,
  validate: (binding) => validateBinding(binding, { isNamespaced: false, roleKinds: ['ClusterRole'] }),
  validateUpdate: validateRoleRefKept,
  cells: bindingTable.cells,
}
