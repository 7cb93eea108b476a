/** A place in a pattern that is being read. */
export interface Cursor {
  /** The pattern as characters, not as UTF-16 units. */
  readonly characters: readonly string[]
  index: number
}

/** Whether everything has been read. */
export const atEnd = (cursor: Cursor): boolean => cursor.index >= cursor.characters.length

/** The next character, or one further ahead; empty at the end. */
export const peek = (cursor: Cursor, ahead = 0): string => cursor.characters[cursor.index + ahead] ?? ''

/** Reads a character; empty at the end. */
export const next = (cursor: Cursor): string => cursor.characters[cursor.index++] ?? ''

/** Moves past `text` if it is what comes next. */
export function accept(cursor: Cursor, text: string): boolean {
  const wanted = [...text]
  if (!wanted.every((character, offset) => peek(cursor, offset) === character)) return false
  cursor.index += wanted.length
  return true
}

/** What was read between an earlier place and here. */
export const textSince = (cursor: Cursor, start: number): string =>
  cursor.characters.slice(start, cursor.index).join('')

/** What is left to read from a place on. */
export const textFrom = (cursor: Cursor, start: number): string => cursor.characters.slice(start).join('')
