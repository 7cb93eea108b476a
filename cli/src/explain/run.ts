import { createClient, loadKubeconfig } from '@skep/client'
import type { Question } from './find-object.ts'
import type { Explained } from './model.ts'
import { presentExplained } from './present.ts'
import { printExplained } from './print.ts'
import { createSession } from './session.ts'
import { watchExplained } from './watch.ts'

/** What to explain, where, and how to print it. */
export interface ExplainOptions extends Omit<Question, 'defaultNamespace'> {
  readonly kubeconfig?: string
  readonly context?: string
  readonly output: 'text' | 'json'
  readonly watch?: boolean
  readonly all?: boolean
}

/** Explains an object on standard output, once or until it is gone. */
export async function runExplain(options: ExplainOptions): Promise<void> {
  const { kubeconfig: path, context } = options
  const endpoint = await loadKubeconfig({ ...(path ? { path } : {}), ...(context ? { context } : {}) })
  const question = { ...options, defaultNamespace: endpoint.namespace }
  const session = createSession({ client: createClient({ kubeconfig: endpoint, userAgent: 'skep' }) })
  try {
    const render = rendererFor(options)
    const { signal } = new AbortController()
    if (options.watch) await watchExplained(session, question, { render, out: process.stdout, signal })
    else process.stdout.write(`${render(await session.explain(question))}\n`)
  } finally {
    session.close()
  }
}

function rendererFor({ output, watch = false, all = false }: ExplainOptions): (explained: Explained) => string {
  // One document per line can be read while more are to come.
  if (output === 'json') return (explained) => JSON.stringify(presentExplained(explained), null, watch ? 0 : 2)
  const { isTTY, columns } = process.stdout
  const shape = isTTY ? { colours: process.env['NO_COLOR'] === undefined, width: columns } : {}
  return (explained) => printExplained(explained, { now: Date.now(), all, ...shape })
}
