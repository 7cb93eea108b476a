/**
 * Calls a function `count` times: one call first, and twice as many at once after each round that went well. So what
 * cannot work, as with a quota that is used up, is tried a few times rather than a thousand. Throws the first failure.
 */
export async function slowStart(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
  let done = 0
  for (let size = Math.min(count, 1); size > 0; size = Math.min(2 * size, count - done)) {
    const started = done
    const results = await Promise.allSettled(Array.from({ length: size }, (_, index) => call(started + index)))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
    done += size
  }
}
