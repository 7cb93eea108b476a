import { isObject, type Json, type JsonObject, setMember } from '../json.ts'
import { JsonPatchError } from './json-patch-error.ts'

type Container = Json[] | JsonObject

/**
 * A document under change. Containers are copied the first time they are written to, and only then, so that the original
 * stays as it is and a patch of many operations on one list copies the list once. Paths are JSON Pointers (RFC 6901).
 */
export class JsonDraft {
  root: Json
  readonly #copied = new WeakSet<Container>()

  constructor(document: Json) {
    this.root = document
  }

  /** What is at the path; undefined for an absent member. Throws when there is no such place. */
  get(path: string): Json | undefined {
    const { container, key } = this.#locate(path)
    if (!Array.isArray(container)) return ownMember(container, key)
    return container[existingIndex(container, key)]
  }

  add(path: string, value: Json): void {
    const { container, key } = this.#locate(path)
    if (Array.isArray(container)) container.splice(insertionIndex(container, key), 0, value)
    else setMember(container, key, value)
  }

  remove(path: string): void {
    const { container, key } = this.#locate(path)
    if (Array.isArray(container)) {
      container.splice(existingIndex(container, key), 1)
    } else {
      if (!Object.hasOwn(container, key)) throw new JsonPatchError(`Unable to remove nonexistent key: ${key}`)
      delete container[key]
    }
  }

  /** The empty path replaces the whole document. */
  replace(path: string, value: Json): void {
    if (path === '') {
      if (!isContainer(value)) throw new JsonPatchError('replace operation value must be object or array')
      this.root = value
      return
    }
    const { container, key } = this.#locate(path)
    if (Array.isArray(container)) container[existingIndex(container, key)] = value
    else setMember(container, key, value)
  }

  /** The container that holds the last step of the path, ready to be written to. */
  #locate(path: string): { container: Container; key: string } {
    const [, ...steps] = path.split('/')
    const last = steps.pop()
    if (last === undefined) throw new JsonPatchError(`doc is missing path: ${path}`)
    let container = this.#writable(this.root, path)
    this.root = container
    for (const step of steps) container = this.#descend(container, unescapeStep(step), path)
    return { container, key: unescapeStep(last) }
  }

  #descend(container: Container, key: string, path: string): Container {
    if (Array.isArray(container)) {
      const index = existingIndex(container, key)
      const child = this.#writable(container[index], path)
      container[index] = child
      return child
    }
    const child = this.#writable(ownMember(container, key), path)
    setMember(container, key, child)
    return child
  }

  #writable(value: Json | undefined, path: string): Container {
    if (!isContainer(value)) throw new JsonPatchError(`doc is missing path: ${path}`)
    if (this.#copied.has(value)) return value
    const copy = Array.isArray(value) ? [...value] : { ...value }
    this.#copied.add(copy)
    return copy
  }
}

/** A key such as `constructor` must not find what every object inherits. */
const ownMember = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

const isContainer = (value: Json | undefined): value is Container => Array.isArray(value) || isObject(value)

const unescapeStep = (step: string): string => step.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~'))

function indexFrom(key: string, length: number): number {
  if (!/^[+-]?\d+$/.test(key)) throw new JsonPatchError(`value was not a proper array index: '${key}'`)
  const index = Number(key)
  return index < 0 ? index + length : index
}

function existingIndex(list: Json[], key: string): number {
  const index = indexFrom(key, list.length)
  if (index < 0 || index >= list.length) throw new JsonPatchError(`Unable to access invalid index: ${key}`)
  return index
}

function insertionIndex(list: Json[], key: string): number {
  if (key === '-') return list.length
  const index = indexFrom(key, list.length + 1)
  if (index < 0 || index > list.length) throw new JsonPatchError(`Unable to access invalid index: ${key}`)
  return index
}
