import { createClient } from '@skep/client'
import { controlApiOf } from '../kubeconfig-file.ts'
import type { Question } from './find-object.ts'
import { openKubeconfig } from './open-kubeconfig.ts'
import { presentExplained } from './present.ts'
import { printExplained } from './print.ts'
import { createSession, type Explanation, timesOf } from './session.ts'
import { askSimulation } from './simulation.ts'
import { watchExplained } from './watch.ts'

/** What to explain, where, and how to print it. */
export interface ExplainOptions extends Omit<Question, 'defaultNamespace'> {
  readonly kubeconfig?: string
  readonly context?: string
  /** Address of the control API; as the kubeconfig says unless given. */
  readonly simUrl?: string
  readonly output: 'text' | 'json'
  readonly watch?: boolean
  readonly all?: boolean
}

/** Explains an object on standard output, once or until it is gone. */
export async function runExplain(options: ExplainOptions): Promise<void> {
  const endpoint = await openKubeconfig(options)
  const question = { ...options, defaultNamespace: endpoint.namespace }
  const simUrl = options.simUrl ?? controlApiOf(endpoint)
  const session = createSession({
    client: createClient({ kubeconfig: endpoint, userAgent: 'skep' }),
    ...(simUrl === undefined ? {} : { simulation: () => askSimulation(simUrl) }),
  })
  try {
    const render = rendererFor(options)
    const { signal } = new AbortController()
    if (options.watch) await watchExplained(session, question, { render, out: process.stdout, signal })
    else process.stdout.write(`${render(await session.explain(question))}\n`)
  } finally {
    session.close()
  }
}

function rendererFor({ output, watch = false, all = false }: ExplainOptions): (explanation: Explanation) => string {
  const now = () => Date.now()
  // One document per line can be read while more are to come.
  const indent = watch ? 0 : 2
  if (output === 'json') {
    return (explanation) => JSON.stringify(presentExplained(explanation, timesOf(explanation, now())), null, indent)
  }
  const { isTTY, columns } = process.stdout
  // A terminal that nobody has measured is 0 wide.
  const width = columns === 0 ? {} : { width: columns }
  const shape = isTTY ? { colours: process.env['NO_COLOR'] === undefined, ...width } : {}
  return (explanation) => printExplained(explanation, { times: timesOf(explanation, now()), all, ...shape })
}
