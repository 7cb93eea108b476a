export type LogFields = Readonly<Record<string, unknown>>
export type LogLevel = 'error' | 'info' | 'debug'

/** Constant messages, variable parts as fields; see CONTRIBUTING for the wording. */
export interface Logger {
  error(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  debug(message: string, fields?: LogFields): void
  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger
}
