import { setTimeout as sleep } from 'node:timers/promises'
import { GoneError, type Question } from './find-object.ts'
import { createFollowed } from './followed.ts'
import { createScreen, type ScreenOutput } from './screen.ts'
import type { ExplainSession, Explanation } from './session.ts'

/** Where explanations are drawn, and until when. */
export interface WatchOptions {
  render(explanation: Explanation): string
  readonly out: ScreenOutput
  /** Ends it before the object is gone. */
  readonly signal: AbortSignal
}

/** Changes come in bursts; each burst is looked at once. */
const GATHER_MS = 200

const TICK_MS = 1_000

/** Draws an explanation again whenever something changes that it was made of, until the object is gone. */
export async function watchExplained(
  session: ExplainSession,
  question: Question,
  { render, out, signal }: WatchOptions,
): Promise<void> {
  const screen = createScreen(out)
  const followed = createFollowed(signal)
  let shown: string | undefined
  let newest: Explanation | undefined
  const redraw = () => newest && screen.draw(render(newest))
  // On a terminal ages go on while nothing else changes.
  const ticking = out.isTTY ? setInterval(redraw, TICK_MS) : undefined
  try {
    while (!signal.aborted) {
      const changed = followed.nextChange()
      newest = await session.explain(question, followed.follow)
      const content = JSON.stringify(newest.tree)
      if (content !== shown) redraw()
      shown = content
      await changed
      await sleep(GATHER_MS, undefined, { signal })
    }
  } catch (error) {
    if (signal.aborted) return
    if (shown === undefined || !(error instanceof GoneError)) throw error
    out.write(`${question.kind} ${question.name} is gone\n`)
  } finally {
    clearInterval(ticking)
    await followed.stop()
  }
}
