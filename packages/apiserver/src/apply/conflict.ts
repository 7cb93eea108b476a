import { StatusError } from '@skep/base'
import { goQuote, type ManagedFieldsEntry } from '@skep/schema'
import { type FieldSet, forEachMember } from './field-set.ts'
import { managerId } from './managers.ts'
import { printPath } from './path-element.ts'

/** Fields that an applied configuration would take from another manager. */
export interface Conflict {
  readonly entry: ManagedFieldsEntry
  readonly fields: FieldSet
}

/** The 409 that lists every field in conflict and who owns it. */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const sorted = [...conflicts].sort((left, right) => (managerId(left.entry) < managerId(right.entry) ? -1 : 1))
  const owners = sorted.map(({ entry, fields }) => ({ owner: printManager(entry), paths: pathsOf(fields) }))
  const causes = owners.flatMap(({ owner, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${owner}`, field })),
  )
  return new StatusError('Conflict', messageOf(owners, causes.length), { details: { causes } })
}

function messageOf(owners: readonly { owner: string; paths: string[] }[], count: number): string {
  const [first] = owners
  if (count === 1) return `Apply failed with 1 conflict: conflict with ${first?.owner}: ${first?.paths[0]}`
  const lines = owners.flatMap(({ owner, paths }) => [`conflicts with ${owner}:`, ...paths.map((path) => `- ${path}`)])
  return `Apply failed with ${count} conflicts: ${lines.join('\n')}`
}

function pathsOf(fields: FieldSet): string[] {
  const paths: string[] = []
  forEachMember(fields, (path) => paths.push(printPath(path)))
  return paths
}

function printManager({ manager = '', subresource, operation, apiVersion }: ManagedFieldsEntry): string {
  const name = goQuote(manager) + (subresource ? ` with subresource ${goQuote(subresource)}` : '')
  return operation === 'Update' ? `${name} using ${apiVersion}` : name
}
