let lastSecond = Number.NaN
let lastText = ''

/**
 * RFC 3339 in UTC with whole seconds, as Kubernetes writes `metav1.Time`. Most calls are about the same second as the
 * one before, so that one is remembered.
 */
export function formatTime(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== lastSecond) {
    lastText = `${new Date(second * 1000).toISOString().slice(0, -5)}Z`
    lastSecond = second
  }
  return lastText
}

/** RFC 3339 in UTC with six decimals, as Kubernetes writes `metav1.MicroTime`. */
export function formatMicroTime(ms: number): string {
  const micros = Math.floor((ms - Math.floor(ms / 1000) * 1000) * 1000)
  return `${formatTime(ms).slice(0, -1)}.${String(micros).padStart(6, '0')}Z`
}
