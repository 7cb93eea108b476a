const BACKSLASH = 0x5c

/** The index of the quote that closes the string which the quote at `start` opens. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, index: number): boolean {
  let first = index
  while (text.charCodeAt(first - 1) === BACKSLASH) first--
  return (index - first) % 2 === 1
}
