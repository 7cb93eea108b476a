import { isObject, type Json, type JsonObject, jsonEqual } from '@skep/schema'

/** One step of a JSON patch (RFC 6902). */
export interface PatchStep {
  readonly op: string
  readonly path: string
  readonly from?: string
  readonly value?: Json
}

/** A document with the steps applied; the one that is given stays as it is. Throws on a step that cannot be done. */
export function applyPatchSteps(document: JsonObject, steps: readonly PatchStep[]): JsonObject {
  const root: Root = { document: structuredClone(document) }
  for (const step of steps) applyStep(root, step)
  if (!isObject(root.document)) throw new Error('the patch makes the document something else than an object')
  return root.document
}

type Root = { document: Json }

const OPERATIONS: Readonly<Record<string, (root: Root, step: PatchStep) => void>> = {
  add: (root, { path, value = null }) => locate(root, path).insert(structuredClone(value)),
  replace: (root, { path, value = null }) => {
    const place = locate(root, path)
    place.take()
    place.insert(structuredClone(value))
  },
  remove: (root, { path }) => {
    locate(root, path).take()
  },
  move: (root, { path, from = '' }) => {
    const value = locate(root, from).take()
    locate(root, path).insert(value)
  },
  copy: (root, { path, from = '' }) => locate(root, path).insert(structuredClone(locate(root, from).read())),
  test: (root, { path, value = null }) => {
    if (!jsonEqual(locate(root, path).read(), value)) throw new Error(`the value at ${path} is another one`)
  },
}

function applyStep(root: Root, step: PatchStep): void {
  const operate = OPERATIONS[step.op]
  if (!operate) throw new Error(`there is no operation ${JSON.stringify(step.op)}`)
  operate(root, step)
}

interface Place {
  read(): Json
  take(): Json
  insert(value: Json): void
}

/** The place that a JSON pointer names; what is above it must be there. */
function locate(root: Root, path: string): Place {
  const names = path.split('/').slice(1).map(unescapeName)
  const last = names.pop()
  if (last === undefined) return placeIn(root, 'document', path)
  const parent = names.reduce((above, name) => child(above, name, path), root.document)
  return placeIn(parent, last, path)
}

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

function child(parent: Json, name: string, path: string): Json {
  const found = Array.isArray(parent) ? parent[Number(name)] : isObject(parent) ? parent[name] : undefined
  if (found === undefined) throw new Error(`there is nothing at ${path}`)
  return found
}

function placeIn(parent: Json, name: string, path: string): Place {
  const read = () => child(parent, name, path)
  if (Array.isArray(parent)) return placeInList(parent, name, read)
  if (!isObject(parent)) throw new Error(`there is nothing at ${path}`)
  return {
    read,
    take: () => {
      const value = read()
      delete parent[name]
      return value
    },
    insert: (value) => {
      parent[name] = value
    },
  }
}

function placeInList(list: Json[], name: string, read: () => Json): Place {
  const index = name === '-' ? list.length : Number(name)
  if (!Number.isInteger(index) || index < 0 || index > list.length) throw new Error(`there is no index ${name}`)
  return {
    read,
    take: () => {
      const value = read()
      list.splice(index, 1)
      return value
    },
    insert: (value) => {
      list.splice(index, 0, value)
    },
  }
}
