import type { DynamicObject, Stored } from '@skep/client'
import { UserError } from '../failure.ts'
import { nameOf } from './model.ts'
import type { Reader } from './reader.ts'
import { isKnown } from './registry.ts'
import { kindsCalled, type ServedKind } from './served-kinds.ts'

/** What somebody asks about, in their words. */
export interface Question {
  readonly kind: string
  readonly name: string
  /** Where to look; everywhere, if it is not in the default one, unless given. */
  readonly namespace?: string | undefined
  readonly defaultNamespace?: string | undefined
}

/** There is no such object, or no longer. */
export class GoneError extends UserError {}

/** Finds the object that somebody asks about. Says what there is when that is not clear. */
export async function findObject(read: Reader, question: Question): Promise<Stored<DynamicObject>> {
  const { kind } = await findKind(read, question.kind)
  if (kind.scope === 'Cluster') {
    return (await read.get(kind, { name: question.name })) ?? missing(kind.kind, question.name)
  }
  const { namespace = question.defaultNamespace ?? 'default', name } = question
  const found = await read.get(kind, { namespace, name })
  if (found) return found
  if (question.namespace !== undefined) return missing(kind.kind, nameOf({ namespace, name }))
  const others = (await read.list(kind)).filter(({ metadata }) => metadata.name === name)
  if (others.length > 1) throw new UserError(ambiguous(kind.kind, name, others))
  return others[0] ?? missing(kind.kind, name)
}

function missing(kind: string, name: string): never {
  throw new GoneError(`there is no ${kind} ${name}: it is gone, or was never there`)
}

const ambiguous = (kind: string, name: string, found: readonly Stored[]): string =>
  `there are several ${kind}s ${name}: choose a namespace with -n, of ${found.map(({ metadata }) => metadata.namespace).join(', ')}`

/** Kinds that a cluster has only with the operator that looks after them. */
const COMES_WITH: readonly (readonly [RegExp, string])[] = [
  [/^(hcp?s?|nps?|hosted\w+|nodepools?)$/i, 'hypershift'],
  [/^(mcls?|mcas?|managed\w+)$/i, 'mce'],
  [/^(applied)?manifestworks?$/i, 'work'],
]

function unknownKind(word: string): string {
  const [, name] = COMES_WITH.find(([words]) => words.test(word)) ?? []
  const remedy = name
    ? `it comes with \`skep up\` or \`skep controllers --enable ${name}\`; is this the right kubeconfig?`
    : '`kubectl api-resources` lists those that it has'
  return `the cluster has no kind called "${word}": ${remedy}`
}

/** The kind that a word means. Of several, one of which more is known is meant. */
async function findKind(read: Reader, word: string): Promise<ServedKind> {
  const called = kindsCalled(word, await read.servedKinds())
  const known = called.filter(({ kind }) => isKnown(kind))
  const [first, ...others] = known.length > 0 ? known : called
  if (!first) throw new UserError(unknownKind(word))
  // Those of Kubernetes itself come first, and have no group by which they could be told apart.
  if (others.length === 0 || first.kind.group === '') return first
  const choices = [first, ...others].map(({ kind }) => `${kind.plural}.${kind.group}`)
  throw new UserError(`${word} may mean several kinds: choose one of ${choices.join(', ')}`)
}
