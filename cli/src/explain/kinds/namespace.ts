import { Namespace } from '@skep/api'
import type { Stored } from '@skep/client'
import { conditionsOf, oneLine } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, type Part, partsOf } from '../explainer.ts'
import { finalizerOwner } from '../finalizers.ts'
import { type Explained, good, operator, type Verdict, waiting } from '../model.ts'

/** A namespace; while it goes, what in it is held. */
export const namespace: Explainer<Namespace> = {
  kind: Namespace,
  parts: async ({ metadata: { name, deletionTimestamp } }, read): Promise<readonly Part[]> => {
    if (deletionTimestamp === undefined) return []
    const left = await read.everythingIn(name)
    const held = left.filter(({ metadata }) => (metadata.finalizers ?? []).length > 0)
    const objects = held.map(({ apiVersion, kind, metadata }) => read.find({ apiVersion, kind }, metadata))
    return partsOf(read, await Promise.all(objects))
  },
  verdict: ({ metadata }) => good('Active', metadata.creationTimestamp),
  deletion: (object, children) => {
    const foreign = (object.metadata.finalizers ?? []).some((finalizer) => finalizerOwner(finalizer) === undefined)
    return foreign ? explainDeletion(object, children) : terminating(object, children)
  },
}

/** The namespace controller says what is left; the objects that are held say it better. */
function terminating(object: Stored<Namespace>, children: readonly Explained[]): Verdict {
  const said = conditionsOf(object).filter(({ status }) => status === 'True')
  const held = children.map(({ object: { kind, name } }) => `${kind} ${name}`)
  const waitsFor =
    held.length > 0
      ? `${held.slice(0, 3).join(', ')} to go`
      : said.map(({ message = '' }) => oneLine(message)).join('; ')
  return waiting({
    state: 'Terminating',
    waitsFor: waitsFor || 'its content to go',
    since: object.metadata.deletionTimestamp,
    nextActor: children.find(({ health }) => health !== 'good')?.nextActor ?? operator('namespace controller'),
  })
}
