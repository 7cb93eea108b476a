import type { Client, ClientKind } from '@skep/client'
import { columns } from '../../columns.ts'

/** What a server answers to those who want a table, as far as it is printed. */
interface Table {
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[]
  readonly rows: readonly { readonly cells: readonly unknown[] }[]
}

const AS_TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'

/** What `kubectl get` prints: the columns are the server's, their widths are ours. */
export async function getTable(
  client: Client,
  { group, version, plural }: ClientKind,
  { namespace, signal }: { readonly namespace?: string; readonly signal: AbortSignal },
): Promise<string> {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const path = `${root}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}`
  const { body } = await client.raw({ path, headers: { accept: AS_TABLE }, signal })
  return renderTable(JSON.parse(body.toString()))
}

/** A table in lines, without the columns that are for those who ask for more. */
export function renderTable({ columnDefinitions, rows }: Table): string {
  const shown = [...columnDefinitions.keys()].filter((index) => columnDefinitions[index]?.priority === 0)
  const headings = shown.map((index) => columnDefinitions[index]?.name.toUpperCase() ?? '')
  return columns([headings, ...rows.map(({ cells }) => shown.map((index) => String(cells[index] ?? '')))])
}
