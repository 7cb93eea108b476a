/** What every object keeps, so that it can be told from others. */
const ALWAYS = ['kind', 'id', 'href']

/** A tree of the names that were asked for; an empty one means everything below. */
type Wanted = Map<string, Wanted>

/** The attributes that were asked for by dotted names, through arrays too, and always `kind`, `id` and `href`. */
export function selectFields(item: object, fields: readonly string[] | undefined): object {
  if (!fields) return item
  const wanted: Wanted = new Map()
  for (const field of [...ALWAYS, ...fields]) want(wanted, field.split('.'))
  return select(item, wanted) as object
}

function want(wanted: Wanted, [name, ...rest]: readonly string[]): void {
  if (name === undefined) return
  const known = wanted.get(name)
  // `region` asks for more than `region.id` does.
  if (known?.size === 0) return
  const below: Wanted = rest.length === 0 ? new Map() : (known ?? new Map())
  wanted.set(name, below)
  want(below, rest)
}

function select(value: unknown, wanted: Wanted): unknown {
  if (wanted.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => select(item, wanted))
  const selected: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    const below = wanted.get(name)
    if (below) selected[name] = select(field, below)
  }
  return selected
}
