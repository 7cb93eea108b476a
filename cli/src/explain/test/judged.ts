import type { DynamicObject, Stored } from '@skep/client'
import { describeActor } from '../answer.ts'
import { judge } from '../explain.ts'
import { explainAnything } from '../kinds/anything.ts'
import type { Explained, Health, Verdict } from '../model.ts'
import { NOBODY } from '../model.ts'
import { explainerOf } from '../registry.ts'

/** Conditions as `Type=Status/Reason message`. */
export type ConditionTexts = readonly string[]

/** When everything of a sample object happened. */
export const THEN = '2026-01-02T03:04:05Z'

/** Reads conditions from how people write them down. */
export const conditions = (texts: ConditionTexts) =>
  texts.map((text) => {
    const [, type = '', status = '', reason = '', message = ''] =
      /^(\w+)=(\w+)(?:\/(\S*))?(?: (.*))?$/s.exec(text) ?? []
    return { type, status, reason, message, lastTransitionTime: THEN }
  })

/** What a sample object is like. */
export interface Sample {
  readonly metadata?: object
  readonly spec?: object
  readonly status?: object
  readonly conditions?: ConditionTexts
}

/** An object as a server would give it. */
export function sample(
  apiVersion: string,
  kind: string,
  { metadata, spec, status, conditions: texts }: Sample,
): Stored<DynamicObject> {
  return {
    apiVersion,
    kind,
    metadata: {
      name: 'blue',
      namespace: 'clusters',
      uid: 'u1',
      resourceVersion: '1',
      creationTimestamp: THEN,
      ...metadata,
    },
    ...(spec === undefined ? {} : { spec }),
    status: { ...status, ...(texts ? { conditions: conditions(texts) } : {}) },
  }
}

/** What is said of an object, given what is said of its parts. */
export function judged(object: Stored, children: readonly Explained[] = []): Verdict {
  return judge(explainerOf(object) ?? explainAnything, object, children)
}

/** The same in one line: `health state: what it waits for -> who`. */
export function summed(object: Stored, children: readonly Explained[] = []): string {
  const { health, state, waitsFor, nextActor } = judged(object, children)
  return health === 'good' ? `good ${state}` : `${health} ${state}: ${waitsFor} -> ${describeActor(nextActor)}`
}

/** A part of which something is said already. */
export const part = (kind: string, name: string, said: Partial<Explained> & { health?: Health } = {}): Explained => ({
  object: { cluster: '', apiVersion: 'v1', kind, namespace: 'clusters', name },
  health: 'good',
  state: 'Ready',
  nextActor: NOBODY,
  children: [],
  ...said,
})
