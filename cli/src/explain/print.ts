import { causeOf } from './cause.ts'
import { type Branch, type FoldOptions, foldTree } from './fold.ts'
import { type Actor, type Explained, type Health, isFine, nameOf, type ObjectName } from './model.ts'
import { type AgeOf, agesOf } from './times.ts'

/** How a tree is printed. */
export interface PrintOptions extends FoldOptions {
  readonly now: number
  /** Lines are cut to this; as long as they are unless given. */
  readonly width?: number
  readonly colours?: boolean
}

/** An explanation for people: in a few lines what is the matter, then the tree. */
export function printExplained(explained: Explained, options: PrintOptions): string {
  const ageOf = agesOf(explained, options.now)
  const rows = rowsOf(foldTree(explained, options), ageOf)
  const head = headLines(explained, ageOf).flatMap((line) => wrap(line, options.width))
  return [...head, '', ...alignRows([HEADINGS, ...rows], options)].join('\n')
}

/** Such as `Pod blue/web-0`, with the cluster if it is not the one that was asked. */
const describeObject = (object: ObjectName): string =>
  `${object.kind} ${nameOf(object)}${object.cluster === '' ? '' : ` @${object.cluster}`}`

/** Such as `user: create Secret blue/pull` or `operator hypershift`. */
export function describeActor({ role, name, action }: Actor): string {
  const who = name === undefined ? role : `${role} ${name}`
  return action === undefined ? who : `${who}: ${action}`
}

function headLines(explained: Explained, ageOf: AgeOf): string[] {
  const path = causeOf(explained)
  const cause = path.at(-1)
  const headline = `${describeObject(explained.object)} ${describeState(explained, ageOf)}`
  if (!cause) return [`${headline}. Nobody has to act.`]
  const between = path
    .slice(0, -1)
    .filter(({ object }) => object !== explained.object)
    .map(({ object }) => `${object.kind} ${object.name}`)
  const subject = cause.object === explained.object ? '' : `${describeObject(cause.object)}: `
  return [
    headline,
    `  Why   ${subject}${cause.waitsFor ?? cause.state}`,
    ...(between.length > 0 ? [`  Via   ${between.join(' > ')}`] : []),
    `  Next  ${describeActor(cause.nextActor)}`,
  ]
}

function describeState({ health, state, since, deletedAt, children }: Explained, ageOf: AgeOf): string {
  if (deletedAt !== undefined) return `is being deleted since ${ageOf(deletedAt)}`
  const age = ageOf(since)
  const how = age === '' ? state : `${state}, ${age}`
  if (health !== 'good') return `is not ready (${how})`
  return children.every(isFine) ? `is fine (${how})` : `is fine itself (${how}), but not everything below it is`
}

/** What goes on below `Why` and the others. */
const INDENT = '        '

/** Breaks a line between words, so that it takes as many lines of the screen as are counted. */
function wrap(line: string, width = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = []
  let rest = line
  while (rest.length > width && width > INDENT.length * 2) {
    const space = rest.lastIndexOf(' ', width)
    const end = space > INDENT.length ? space : width
    lines.push(rest.slice(0, end))
    rest = `${INDENT}${rest.slice(end).trimStart()}`
  }
  return [...lines, rest]
}

interface Row {
  readonly cells: readonly string[]
  readonly health?: Health
}

const HEADINGS: Row = { cells: ['OBJECT', 'STATE', 'SINCE', 'NEXT', 'WAITS FOR'] }

function rowsOf(branch: Branch, ageOf: AgeOf, first = '', rest = '', parent?: ObjectName): Row[] {
  const { explained, note, branches } = branch
  const below = branches.flatMap((child, index) => {
    const last = index === branches.length - 1
    return rowsOf(child, ageOf, `${rest}${last ? '└─ ' : '├─ '}`, `${rest}${last ? '   ' : '│  '}`, explained?.object)
  })
  if (!explained) return [{ cells: [`${first}${note ?? ''}`] }, ...below]
  const { health, state, since, nextActor, waitsFor = '', object } = explained
  const who = health === 'good' ? '' : (nextActor.name ?? nextActor.role)
  const text = note ?? waitsFor
  return [{ cells: [`${first}${shortName(object, parent)}`, state, ageOf(since), who, text], health }, ...below]
}

/** What is beside its parent needs no namespace. */
function shortName(object: ObjectName, parent: ObjectName | undefined): string {
  const beside = parent !== undefined && parent.namespace === object.namespace && parent.cluster === object.cluster
  return describeObject(
    beside ? { cluster: '', kind: object.kind, name: object.name, apiVersion: object.apiVersion } : object,
  )
}

const COLOURS: Readonly<Record<Health, string>> = { good: '\x1b[32m', waiting: '\x1b[33m', failing: '\x1b[31m' }
const RESET = '\x1b[0m'
const DIM = '\x1b[2m'

/** Cells of a column that are longer than this do not make all others wide. */
const MAX_CELL = 80
/** The state, which tells how something is at a glance. */
const STATE_COLUMN = 1

function alignRows(
  rows: readonly Row[],
  { width = Number.POSITIVE_INFINITY, colours = false }: PrintOptions,
): string[] {
  const widths = widthsOf(rows)
  return rows.map(({ cells, health }) => {
    const padded = cells.map((cell, index) => (index === cells.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
    const line = cut(padded.join('  ').trimEnd(), width)
    if (!colours) return line
    if (cells.length === 1) return `${DIM}${line}${RESET}`
    return health === undefined ? line : paint(line, padded, health)
  })
}

function widthsOf(rows: readonly Row[]): number[] {
  const widths: number[] = []
  for (const { cells } of rows.filter((row) => row.cells.length > 1)) {
    for (const [index, cell] of cells.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(cell.length, MAX_CELL))
    }
  }
  return widths
}

const cut = (line: string, width: number): string => (line.length <= width ? line : `${line.slice(0, width - 1)}…`)

/** Colours the state of a line that is laid out already. */
function paint(line: string, padded: readonly string[], health: Health): string {
  const start = padded[0]!.length + 2
  const end = Math.min(start + padded[STATE_COLUMN]!.trimEnd().length, line.length)
  return `${line.slice(0, start)}${COLOURS[health]}${line.slice(start, end)}${RESET}${line.slice(end)}`
}
