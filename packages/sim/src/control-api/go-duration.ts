/** A duration in whole seconds as Go writes it: `45s`, `2m0s`, `1h23m45s`. */
export function goDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const text = `${seconds % 60}s`
  if (hours > 0) return `${hours}h${minutes}m${text}`
  return minutes > 0 ? `${minutes}m${text}` : text
}
