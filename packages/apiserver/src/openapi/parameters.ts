/** A query or path parameter. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly type: 'string' | 'integer' | 'boolean'
  readonly description: string
}

const query = (name: string, type: Parameter['type'], description: string): Parameter => ({
  name,
  in: 'query',
  type,
  description,
})

const DRY_RUN = query('dryRun', 'string', 'All: carry out every step of the request but do not keep the result.')

/** What creates, updates and patches may be told. */
export const WRITE_PARAMETERS: readonly Parameter[] = [
  DRY_RUN,
  query('fieldManager', 'string', 'Name under which the changed fields are owned, at most 128 characters.'),
  query('fieldValidation', 'string', 'What to do about unknown and duplicate fields: Ignore, Warn or Strict.'),
]

/** What patches may be told. */
export const PATCH_PARAMETERS: readonly Parameter[] = [
  ...WRITE_PARAMETERS,
  query('force', 'boolean', 'Apply only: take over fields that other managers own.'),
]

/** What lists and watches may be told. */
export const LIST_PARAMETERS: readonly Parameter[] = [
  query('allowWatchBookmarks', 'boolean', 'Ask for BOOKMARK events in a watch.'),
  query('continue', 'string', 'Token of the previous page.'),
  query('fieldSelector', 'string', 'Only objects whose fields match.'),
  query('labelSelector', 'string', 'Only objects whose labels match.'),
  query('limit', 'integer', 'How many objects a page holds at most.'),
  query('resourceVersion', 'string', 'The state to read, or the version after which a watch starts.'),
  query('resourceVersionMatch', 'string', 'How resourceVersion is meant: NotOlderThan or Exact.'),
  query('sendInitialEvents', 'boolean', 'Begin a watch with the objects that are there.'),
  query('timeoutSeconds', 'integer', 'How long a list or watch may last.'),
  query('watch', 'boolean', 'Send changes as they happen instead of a list.'),
]

/** What deletes may be told. */
export const DELETE_PARAMETERS: readonly Parameter[] = [
  DRY_RUN,
  query('gracePeriodSeconds', 'integer', 'Seconds before the object is removed; 0 at once.'),
  query('orphanDependents', 'boolean', 'Older form of propagationPolicy.'),
  query('propagationPolicy', 'string', 'What happens to dependents: Orphan, Background or Foreground.'),
]

/** What the deletion of a collection may be told; a watch it is not. */
export const DELETE_COLLECTION_PARAMETERS: readonly Parameter[] = [
  ...LIST_PARAMETERS.filter(({ name }) => name !== 'watch' && name !== 'allowWatchBookmarks'),
  ...DELETE_PARAMETERS,
]

const PRETTY = query('pretty', 'string', 'true: print the answer for people.')
const IN_PATH: Readonly<Record<string, Parameter>> = {
  name: { name: 'name', in: 'path', type: 'string', description: 'Name of the object.' },
  namespace: { name: 'namespace', in: 'path', type: 'string', description: 'Namespace of the object.' },
}

/** The parameters of all operations at a path. */
export function parametersOf(path: string): Parameter[] {
  const inPath = Object.keys(IN_PATH).filter((name) => path.includes(`{${name}}`))
  return [...inPath.map((name) => IN_PATH[name]!), PRETTY]
}
