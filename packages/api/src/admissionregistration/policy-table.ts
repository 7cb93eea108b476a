import type { KubeObject } from '@skep/schema'
import { formatSelector } from '../meta/label-selector.ts'
import { ageColumn, defineTable, nameColumn, type Table, type TableColumn } from '../rules/table.ts'
import type { ParamKind, ParamRef } from './params.ts'

type Policy = KubeObject & { spec: { paramKind?: ParamKind } }
type PolicyBinding = KubeObject & { spec: { policyName?: string; paramRef?: ParamRef } }

/** What `kubectl get` shows of a policy: how many of its expressions, and the kind of its parameters. */
export const policyTable = <T extends Policy>(expressions: TableColumn<T>): Table<T> =>
  defineTable<T>(
    nameColumn,
    { type: 'integer', ...expressions },
    {
      name: 'ParamKind',
      description: 'Kind of the objects that hold parameters.',
      cell: ({ spec: { paramKind } }) => (paramKind ? `${paramKind.apiVersion}/${paramKind.kind}` : '<unset>'),
    },
    ageColumn,
  )

/** What `kubectl get` shows of the binding of a policy. */
export const policyBindingTable: Table<PolicyBinding> = defineTable<PolicyBinding>(
  nameColumn,
  { name: 'PolicyName', description: 'Policy that is put to work.', cell: ({ spec }) => spec.policyName ?? '' },
  { name: 'ParamRef', description: 'Objects that hold parameters.', cell: ({ spec }) => formatParams(spec.paramRef) },
  ageColumn,
)

function formatParams(params: ParamRef | undefined): string {
  if (params?.name) return `${params.namespace || '*'}/${params.name}`
  return params?.selector ? formatSelector(params.selector) : '<unset>'
}
