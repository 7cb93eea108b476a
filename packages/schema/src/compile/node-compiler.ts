import { COMPONENT, DEFINITION, LAZY, type SchemaNode } from '../node.ts'

const resolved = new WeakMap<SchemaNode, SchemaNode>()

/** The node itself, or what a lazy node stands for together with what is said about it where it is used. */
export function resolveNode(node: SchemaNode): SchemaNode {
  const target = node[LAZY]
  if (target === undefined) return node
  let found = resolved.get(node)
  if (found === undefined) {
    const { [LAZY]: _lazy, ...own } = node
    const base = resolveNode(target())
    found = Reflect.ownKeys(own).length === 0 ? base : { ...useOf(base), ...own }
    resolved.set(node, found)
  }
  return found
}

/** What a use of a node begins with: all of it and, if it is a component, how that was defined. */
export const useOf = (node: SchemaNode): SchemaNode =>
  node[COMPONENT] === undefined ? node : { ...node, [DEFINITION]: node[DEFINITION] ?? node }

/** One thing to do with a value; undefined where a schema leaves nothing to do. */
type Compiled<A extends unknown[], R> = ((...args: A) => R) | undefined

/**
 * Compiles every node of a schema once. A lazy node, and one that contains itself, becomes a function that compiles its
 * target when it is first called; `idle` is what it does if there turns out to be nothing to do.
 */
export function nodeCompiler<A extends unknown[], R>(
  idle: (...args: A) => R,
  compileNode: (node: SchemaNode, compile: (child: SchemaNode) => Compiled<A, R>) => Compiled<A, R>,
): (node: SchemaNode) => Compiled<A, R> {
  const done = new Map<SchemaNode, Compiled<A, R>>()
  const inProgress = new Set<SchemaNode>()

  const later = (node: SchemaNode) => {
    let target: Compiled<A, R>
    let isCompiled = false
    return (...args: A): R => {
      if (!isCompiled) {
        target = compile(resolveNode(node))
        isCompiled = true
      }
      return (target ?? idle)(...args)
    }
  }

  const compile = (node: SchemaNode): Compiled<A, R> => {
    if (node[LAZY] !== undefined || inProgress.has(node)) return later(node)
    if (done.has(node)) return done.get(node)
    inProgress.add(node)
    const compiled = compileNode(node, compile)
    inProgress.delete(node)
    done.set(node, compiled)
    return compiled
  }
  return compile
}
