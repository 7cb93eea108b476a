/** What RoleBindings and ClusterRoleBindings have in common. */
import { type FieldError, fieldError, type KubeObject } from '@skep/schema'
import { checkDnsSubdomain, checkPathSegment } from '../meta/names.ts'
import { invalid, invalidStruct, validateEach, validateOneOf, validateRequired } from '../meta/validation.ts'
import { isSame } from '../rules/equal.ts'
import { ageColumn, defineTable, nameColumn, type Table, type TableColumn } from '../rules/table.ts'
import { RBAC_GROUP } from './rbac-group.ts'
import type { RoleRef, Subject } from './subject.ts'

/** An object that grants a role to subjects. */
export type Binding = KubeObject & { roleRef: RoleRef; subjects?: Subject[] }

/** What distinguishes the two kinds of bindings. */
interface BindingTraits {
  isNamespaced: boolean
  roleKinds: readonly string[]
}

/** In place: fills in the group of what a binding refers to. */
export function defaultBinding({ roleRef, subjects }: Binding): void {
  roleRef.apiGroup ||= RBAC_GROUP
  for (const subject of subjects ?? []) {
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= RBAC_GROUP
  }
}

/** Everything wrong with a binding. */
export function validateBinding(
  { roleRef, subjects }: Binding,
  { isNamespaced, roleKinds }: BindingTraits,
): FieldError[] {
  return [
    ...validateOneOf(roleRef.apiGroup, 'roleRef.apiGroup', [RBAC_GROUP]),
    ...validateOneOf(roleRef.kind, 'roleRef.kind', roleKinds),
    ...(roleRef.name ? invalid('roleRef.name', roleRef.name, checkPathSegment(roleRef.name)) : []),
    ...validateEach(subjects, 'subjects', (subject, path) => validateSubject(subject, isNamespaced, path)),
    ...validateEach(subjects, 'subjects', ({ name }, path) => validateRequired(name, `${path}.name`)),
    ...validateRequired(roleRef.name, 'roleRef.name'),
  ]
}

function validateSubject(subject: Subject, isNamespaced: boolean, path: string): FieldError[] {
  switch (subject.kind) {
    case 'ServiceAccount':
      return validateServiceAccount(subject, isNamespaced, path)
    case 'User':
    case 'Group':
      return validateOneOf(subject.apiGroup, `${path}.apiGroup`, [RBAC_GROUP])
    default:
      return [fieldError.notSupported(`${path}.kind`, subject.kind, ['ServiceAccount', 'User', 'Group'])]
  }
}

const validateServiceAccount = (
  { name, apiGroup, namespace }: Subject,
  isNamespaced: boolean,
  path: string,
): FieldError[] => [
  ...(name ? invalid(`${path}.name`, name, checkDnsSubdomain(name)) : []),
  ...(apiGroup ? [fieldError.notSupported(`${path}.apiGroup`, apiGroup, [''])] : []),
  ...(isNamespaced ? [] : validateRequired(namespace, `${path}.namespace`)),
]

/** What a binding grants is chosen once: who was granted one role shall not find himself with another. */
export const validateRoleRefKept = ({ roleRef }: Binding, stored: Binding): FieldError[] =>
  isSame(roleRef, stored.roleRef)
    ? []
    : [
        invalidStruct(
          'roleRef',
          { APIGroup: roleRef.apiGroup ?? '', Kind: roleRef.kind, Name: roleRef.name },
          'field is immutable',
        ),
      ]

const subjectColumn = (name: string, kind: string, description: string): TableColumn<Binding> => ({
  name,
  priority: 1,
  description,
  cell: ({ subjects = [] }) =>
    subjects
      .filter((subject) => subject.kind === kind)
      .map((subject) => (kind === 'ServiceAccount' ? `${subject.namespace ?? ''}/${subject.name}` : subject.name))
      .join(', '),
})

/** What `kubectl get` shows of a binding. */
export const bindingTable: Table<Binding> = defineTable<Binding>(
  nameColumn,
  {
    name: 'Role',
    description:
      'roleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
    cell: ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`,
  },
  ageColumn,
  subjectColumn('Users', 'User', 'Users in the roleBinding'),
  subjectColumn('Groups', 'Group', 'Groups in the roleBinding'),
  subjectColumn('ServiceAccounts', 'ServiceAccount', 'ServiceAccounts in the roleBinding'),
)
