import { isObject, type Json } from '@skep/schema'

/** What stands between double braces, with the spaces that it takes away around it. */
const ACTION = /(\s+(?=\{\{- ))?\{\{(?:- )?([\s\S]*?)( -)?\}\}/g
const COMMENT = /^\s*\/\*[\s\S]*\*\/\s*$/
const LITERAL = /^"(?:[^"\\\n]|\\.)*"$|^`[^`]*`$/
const CALL = /^fromCDLabel\s+("(?:[^"\\\n]|\\.)*"|`[^`]*`)$/
const PIPE = /^("(?:[^"\\\n]|\\.)*"|`[^`]*`)\s*\|\s*fromCDLabel$/

type Labels = Readonly<Record<string, string>>

/** A text in which `{{ fromCDLabel "key" }}` has become the value of a label, or nothing. Throws on anything else. */
export function renderTemplate(template: string, labels: Labels): string {
  let trimsNext = false
  let rendered = ''
  let end = 0
  for (const match of template.matchAll(ACTION)) {
    rendered += trimStart(template.slice(end, match.index), trimsNext) + evaluate(template, match[2] ?? '', labels)
    end = match.index + match[0].length
    trimsNext = match[3] !== undefined
  }
  const rest = trimStart(template.slice(end), trimsNext)
  if (rest.includes('{{')) throw unparsable(template, 'unclosed action')
  return rendered + rest
}

const trimStart = (text: string, trims: boolean): string => (trims ? text.trimStart() : text)

function evaluate(template: string, action: string, labels: Labels): string {
  if (COMMENT.test(action)) return ''
  const text = action.trim()
  if (text === '') throw unparsable(template, 'missing value for command')
  if (LITERAL.test(text)) return unquote(text)
  const key = CALL.exec(text)?.[1] ?? PIPE.exec(text)?.[1]
  if (key !== undefined) return labels[unquote(key)] ?? ''
  const [name = ''] = text.split(/\s/, 1)
  if (name === 'fromCDLabel') throw unparsable(template, 'fromCDLabel takes the key of a label in quotes')
  throw unparsable(template, `function "${name}" not defined`)
}

const unquote = (literal: string): string => (literal.startsWith('`') ? literal.slice(1, -1) : JSON.parse(literal))

const unparsable = (template: string, problem: string): Error =>
  new Error(`failed to parse template string ${JSON.stringify(template)}: template: cdParams:1: ${problem}`)

/** A value in which every text has been rendered; keys stay as they are. */
export function renderTexts<T extends Json | undefined>(value: T, labels: Labels): T {
  // Every branch gives back what it got: a text for a text, a list for a list, an object for an object.
  if (typeof value === 'string') return renderTemplate(value, labels) as T
  if (Array.isArray(value)) return value.map((item) => renderTexts(item, labels)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renderTexts(member, labels)])) as T
}
