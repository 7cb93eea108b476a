/** Where a walk through a value is. One array per walk, pushed and popped: a path costs nothing until it is printed. */
export type PathStack = (string | number)[]

/** `spec.containers[0].name` */
export function formatPath(path: Readonly<PathStack>): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}

/** A member of an object, as field paths print it. */
export const memberPath = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`)
/** A key of a map, as field paths print it: `labels[app]`. */
export const keyPath = (parent: string, key: string): string => `${parent}[${key}]`
/** An item of a list, as field paths print it. */
export const indexPath = (parent: string, index: number): string => `${parent}[${index}]`
