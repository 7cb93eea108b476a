const RESERVED: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return ' +
    'var void while'
  ).split(' '),
)

const ESCAPES: Record<string, string> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}

/** Words that no identifier can be, though a field may. */
export const isReserved = (name: string): boolean => RESERVED.has(name)

/** The name by which expressions call a property; undefined when there is none. `a-b` is called `a__dash__b`. */
export function escapeName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined
  if (RESERVED.has(name)) return `__${name}__`
  return name.replace(/__|[./-]/g, (found) => ESCAPES[found]!)
}
