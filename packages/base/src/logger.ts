import type { Clock } from './clock.ts'
import { realClock } from './clock.ts'
import { redact } from './redact.ts'

/** The variable parts of a message. */
export type LogFields = Readonly<Record<string, unknown>>
/** How much a message matters. */
export type LogLevel = 'error' | 'info' | 'debug'

/** Constant messages, variable parts as fields; see CONTRIBUTING for the wording. */
export interface Logger {
  error(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  debug(message: string, fields?: LogFields): void
  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger
}

/** Where a logger writes, and from which level on. */
export interface LoggerOptions {
  /** The least important level that is written; `info` unless given. */
  level?: LogLevel
  /** `text` for people (the default), `json` for machines; one line each. */
  format?: 'text' | 'json'
  /** Takes a whole line, with its end; standard error unless given. */
  write?: (line: string) => void
  /** `realClock` unless given. */
  clock?: Clock
}

interface Line {
  readonly time: string
  readonly level: LogLevel
  readonly message: string
  readonly fields: LogFields
}

const IMPORTANCE: Record<LogLevel, number> = { error: 0, info: 1, debug: 2 }

/** A logger that writes lines. Secret-looking fields are redacted; errors and cycles may be logged. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level: threshold = 'info', format = 'text', clock = realClock } = options
  const write = options.write ?? ((line: string) => process.stderr.write(line))
  const render = format === 'json' ? renderJson : renderText
  const log = (level: LogLevel, message: string, fields: LogFields) => {
    if (IMPORTANCE[level] > IMPORTANCE[threshold]) return
    write(render({ time: new Date(clock.now()).toISOString(), level, message, fields }))
  }
  return withFields(log, {})
}

/** Writes nothing. */
export const silentLogger: Logger = {
  error: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  with: () => silentLogger,
}

type Log = (level: LogLevel, message: string, fields: LogFields) => void

function withFields(log: Log, base: LogFields): Logger {
  const at = (level: LogLevel) => (message: string, fields?: LogFields) => log(level, message, { ...base, ...fields })
  return {
    error: at('error'),
    info: at('info'),
    debug: at('debug'),
    with: (fields) => withFields(log, { ...base, ...fields }),
  }
}

function renderJson({ time, level, message, fields }: Line): string {
  const clean: Record<string, unknown> = { time, level, message }
  for (const [name, value] of Object.entries(fields)) {
    clean[name in clean ? `field.${name}` : name] = redact(name, value)
  }
  return `${JSON.stringify(clean)}\n`
}

function renderText({ time, level, message, fields }: Line): string {
  let line = `${time} ${level.toUpperCase().padEnd(5)} ${message}`
  for (const [name, value] of Object.entries(fields)) line += ` ${name}=${renderValue(redact(name, value))}`
  return `${line}\n`
}

/** Bare where nothing could be mistaken, otherwise as JSON. */
function renderValue(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=\\]+$/.test(value)) return value
  return JSON.stringify(value) ?? 'undefined'
}
