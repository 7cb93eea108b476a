/** One thing wrong with an expression, at an offset of its source; -1 when it concerns no place in particular. */
export interface Issue {
  offset: number
  message: string
}

const MAX_REPORTED = 100

/** The report of all issues, in the order of the source, each with the line it concerns and a marker below it. */
export function formatIssues(source: string, issues: readonly Issue[]): string {
  const sorted = [...issues].sort((a, b) => a.offset - b.offset)
  const lines = sorted.slice(0, MAX_REPORTED).map((issue) => formatIssue(source, issue))
  if (issues.length > MAX_REPORTED) lines.push(`${issues.length - MAX_REPORTED} more errors were truncated`)
  return lines.join('\n')
}

function formatIssue(source: string, { offset, message }: Issue): string {
  if (offset < 0) return `ERROR: <input>:-1:0: ${message}`
  const before = source.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const lineEnd = source.indexOf('\n', offset)
  const snippet = source.slice(lineStart, lineEnd < 0 ? source.length : lineEnd).replaceAll('\t', ' ')
  const line = before.split('\n').length
  const leading = [...source.slice(lineStart, offset)]
  const marked = [...snippet][leading.length] ?? ''
  const dots = leading.map((char) => (isWide(char) ? '\uff0e' : '.')).join('')
  const marker = isWide(marked) ? '\uff3e' : '^'
  return `ERROR: <input>:${line}:${leading.length + 1}: ${message}\n | ${snippet}\n | ${dots}${marker}`
}

const isWide = (char: string) => char !== '' && (char.codePointAt(0) ?? 0) > 0x7f
