import { answerOf, describeActor, describeObject } from './answer.ts'
import { type Branch, type FoldOptions, foldTree } from './fold.ts'
import { type Explained, type Health, isFine, type ObjectName } from './model.ts'
import type { Explanation } from './session.ts'
import { type AgeOf, agesOf, describeTimes, type Times } from './times.ts'

/** How a tree is printed. */
export interface PrintOptions extends FoldOptions {
  readonly times: Times
  /** Lines are cut to this, as on a terminal; otherwise only what each object waits for is cut, to a readable length. */
  readonly width?: number
  readonly colours?: boolean
}

/** An explanation for people: in a few lines what is the matter, then the tree. */
export function printExplained(explanation: Explanation, options: PrintOptions): string {
  const { tree } = explanation
  const ageOf = agesOf(tree, options.times)
  const rows = rowsOf(foldTree(tree, options), ageOf)
  const head = headLines(explanation, ageOf).flatMap((line) => wrap(line, options.width))
  const note = describeTimes(tree, options.times)
  const foot = note === undefined ? [] : ['', ...wrap(note, options.width)]
  return [...head, '', ...alignRows([HEADINGS, ...rows], options), ...foot].join('\n')
}

/** The reason is told in whole, unless it is a list of everything that there is. */
const MAX_WHY = 400
/** What a line can tell of what an object waits for, where no terminal says how much fits. */
const MAX_WAITS_FOR = 120

function headLines(explanation: Explanation, ageOf: AgeOf): string[] {
  const { tree } = explanation
  const { cause, why, next } = answerOf(explanation)
  const headline = `${describeObject(tree.object)} ${describeState(tree, ageOf)}`
  if (why === undefined) return [`${headline}. Nobody has to act.`]
  const between = cause
    .slice(0, -1)
    .filter(({ object }) => object !== tree.object)
    .map(({ object }) => `${object.kind} ${object.name}`)
  return [
    headline,
    `  Why   ${cut(why, MAX_WHY)}`,
    ...(between.length > 0 ? [`  Via   ${between.join(' > ')}`] : []),
    `  Next  ${describeActor(next)}`,
  ]
}

function describeState({ health, state, since, sinceBy, deletedAt, children }: Explained, ageOf: AgeOf): string {
  if (deletedAt !== undefined) return `is being deleted since ${ageOf(deletedAt, 'server')}`
  const age = ageOf(since, sinceBy)
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
  const { health, state, since, sinceBy, nextActor, waitsFor = '', object } = explained
  const who = health === 'good' ? '' : (nextActor.name ?? nextActor.role)
  const name = `${first}${shortName(object, parent)}`
  return [{ cells: [name, state, ageOf(since, sinceBy), who, note ?? waitsFor], health }, ...below]
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

function alignRows(rows: readonly Row[], { width, colours = false }: PrintOptions): string[] {
  const shown = width === undefined ? rows : rows.map((row) => ({ ...row, cells: cutCells(row.cells, width) }))
  const widths = widthsOf(shown)
  return shown.map(({ cells, health }) => {
    const padded = cells.map((cell, index) => (index === cells.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
    const line = cut(padded.join('  ').trimEnd(), width ?? lengthOf(padded) + MAX_WAITS_FOR)
    if (!colours) return line
    if (cells.length === 1) return `${DIM}${line}${RESET}`
    return health === undefined ? line : paint(line, padded, health)
  })
}

/** How much of a terminal the names of objects, and who acts, may take, so that there is room for what is waited for. */
const NAME_SHARE = 0.4
const NEXT_SHARE = 0.15
const NEXT_COLUMN = 3

/** A row of several cells in which none takes all the room. */
function cutCells(cells: readonly string[], width: number): readonly string[] {
  if (cells.length === 1) return cells
  const shares = new Map([
    [0, NAME_SHARE],
    [NEXT_COLUMN, NEXT_SHARE],
  ])
  return cells.map((cell, index) => cut(cell, Math.max(MIN_CELL, Math.floor(width * (shares.get(index) ?? 1)))))
}

/** Less would tell nothing. */
const MIN_CELL = 12

function widthsOf(rows: readonly Row[]): number[] {
  const widths: number[] = []
  for (const { cells } of rows.filter((row) => row.cells.length > 1)) {
    for (const [index, cell] of cells.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(cell.length, MAX_CELL))
    }
  }
  return widths
}

/** How far it is to the last column. */
const lengthOf = (padded: readonly string[]): number =>
  padded.slice(0, -1).reduce((sum, cell) => sum + cell.length + 2, 0)

const cut = (line: string, width: number): string => (line.length <= width ? line : `${line.slice(0, width - 1)}…`)

/** Colours the state of a line that is laid out already. */
function paint(line: string, padded: readonly string[], health: Health): string {
  const start = padded[0]!.length + 2
  const end = Math.min(start + padded[STATE_COLUMN]!.trimEnd().length, line.length)
  return `${line.slice(0, start)}${COLOURS[health]}${line.slice(start, end)}${RESET}${line.slice(end)}`
}
