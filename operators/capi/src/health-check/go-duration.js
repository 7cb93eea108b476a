/** A duration as Go prints it: `8m0s`, `1h0m0s`, `30s`, `1.5s`. */
export function goDuration(ms) {
  const seconds = ms / 1_000
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = `${seconds % 60}s`
  if (hours > 0) return `${hours}h${minutes}m${rest}`
  return minutes > 0 ? `${minutes}m${rest}` : rest
}
//# sourceMappingURL=go-duration.js.map
