/** A duration as programs written in Go print it: `500ms`, `1.25s`, `1m20s`, `5m0s`. Under an hour, as all here are. */
export function goDuration(ms: number): string {
  if (ms < 1_000) return `${ms}ms`
  const minutes = Math.floor(ms / 60_000)
  const seconds = `${(ms % 60_000) / 1_000}s`
  return minutes === 0 ? seconds : `${minutes}m${seconds}`
}
