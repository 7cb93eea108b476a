import { setTimeout as sleep } from 'node:timers/promises'
import { GoneError, type Question } from './find-object.ts'
import { createFollowed } from './followed.ts'
import type { Explained } from './model.ts'
import { createScreen, type ScreenOutput } from './screen.ts'
import type { ExplainSession } from './session.ts'

/** Where explanations are drawn, and until when. */
export interface WatchOptions {
  render(explained: Explained): string
  readonly out: ScreenOutput
  /** Ends it before the object is gone. */
  readonly signal: AbortSignal
}

/** Changes come in bursts; each burst is looked at once. */
const GATHER_MS = 200

/** Draws an explanation again whenever something changes that it was made of, until the object is gone. */
export async function watchExplained(
  session: ExplainSession,
  question: Question,
  { render, out, signal }: WatchOptions,
): Promise<void> {
  const screen = createScreen(out)
  const followed = createFollowed(signal)
  let shown: string | undefined
  try {
    while (!signal.aborted) {
      const changed = followed.nextChange()
      const explained = await session.explain(question, followed.follow)
      const content = JSON.stringify(explained)
      if (content !== shown) screen.draw(render(explained))
      shown = content
      await changed
      await sleep(GATHER_MS, undefined, { signal })
    }
  } catch (error) {
    if (signal.aborted) return
    if (shown === undefined || !(error instanceof GoneError)) throw error
    out.write(`${question.kind} ${question.name} is gone\n`)
  } finally {
    await followed.stop()
  }
}
