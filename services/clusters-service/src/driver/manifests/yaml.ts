/** What block YAML is written of. Members that are undefined are left out. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [member: string]: Plain | undefined }

/** Writes plain data as block YAML, one member per line. Texts that could be read as anything else are quoted. */
export const toYaml = (value: Plain): string => `${block(value, '').trimStart()}\n`

function block(value: Plain, indent: string): string {
  if (typeof value !== 'object' || value === null) return ` ${scalar(value)}`
  if (isList(value)) return value.length === 0 ? ' []' : value.map((item) => listItem(item, indent)).join('')
  const members = Object.entries(value).filter((member): member is [string, Plain] => member[1] !== undefined)
  if (members.length === 0) return ' {}'
  return members.map(([name, member]) => `\n${indent}${scalar(name)}:${block(member, inner(member, indent))}`).join('')
}

/** Lists stand at the indentation of their member, as people write them. */
const inner = (value: Plain, indent: string): string => (isList(value) ? indent : `${indent}  `)

function listItem(item: Plain, indent: string): string {
  const text = block(item, `${indent}  `)
  return `\n${indent}- ${text.trimStart()}`
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value)

/** A word that YAML reads as a text and nothing else. */
const PLAIN_TEXT = /^[A-Za-z][A-Za-z0-9_./-]*$/
const NOT_TEXT = /^(?:true|false|yes|no|on|off|y|n|null)$/i

function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value)
  return PLAIN_TEXT.test(value) && !NOT_TEXT.test(value) ? value : JSON.stringify(value)
}
