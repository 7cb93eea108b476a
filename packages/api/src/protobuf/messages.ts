/**
 * The fields of protobuf messages, by package and by the name of the message. Field numbers are facts of the wire that
 * nothing else in a schema tells. The names stand in the order of their numbers, from 1 on:
 *
 * - `name?` is a field that can be set to its zero value; without the mark, a zero is the same as nothing at all.
 * - `...Message` is a message of its own on the wire whose fields stand among the others in JSON.
 * - `-` is a number that is not in use.
 */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** One field of a message. */
export interface MessageField {
  readonly number: number
  /** Name in JSON; of an inlined message, its component. */
  readonly name: string
  /** A zero value on the wire was set on purpose. */
  readonly keepsZero: boolean
  /** The field is a message whose own fields stand here in JSON. */
  readonly inlined: boolean
}

/** The fields that a text of a table names, `packageName` being where the messages that it inlines are. */
export function parseFields(text: string, packageName: string): MessageField[] {
  const names = text.split(/\s+/).filter((name) => name !== '')
  return names.flatMap((name, index) => (name === '-' ? [] : [parseField(name, index + 1, packageName)]))
}

function parseField(text: string, number: number, packageName: string): MessageField {
  if (text.startsWith('...')) {
    return { number, name: `${packageName}.${text.slice(3)}`, keepsZero: false, inlined: true }
  }
  const keepsZero = text.endsWith('?')
  return { number, name: keepsZero ? text.slice(0, -1) : text, keepsZero, inlined: false }
}
