/**
 * Resolves on the first SIGINT or SIGTERM. Another one ends the process at once. Call it before there is anything to stop,
 * or a signal that comes early leaves things behind.
 */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    const onSignal = () => {
      if (asked) process.exit(130)
      asked = true
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
