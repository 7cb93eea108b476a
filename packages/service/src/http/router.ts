import type { ErrorRenderer } from '../errors/service-error.ts'
import type { Route } from './route.ts'

/** A part of a service: routes below a path, with errors of their own form. */
export interface RouteGroup {
  /** Such as `/api/clusters_mgmt/v1`; the route with path `''` answers for the base itself. */
  base: string
  routes: readonly Route[]
  errors: ErrorRenderer
}

/** What a path leads to. Without a route, `group` says how to put the error. */
export interface Match {
  readonly group: RouteGroup | undefined
  readonly route: Route | undefined
  readonly params: Readonly<Record<string, string>>
  /** The methods that the path has; empty when nothing is there. */
  readonly methods: readonly string[]
}

/** Finds routes by method and decoded parts of a path. */
export type Router = (method: string, parts: readonly string[]) => Match

interface Node {
  readonly named: Map<string, Node>
  any: Node | undefined
  readonly routes: Map<string, { readonly route: Route; readonly names: readonly string[] }>
  group: RouteGroup | undefined
}

/** Makes a tree of all routes, so that finding one takes a step per part of the path. Throws when two are the same. */
export function createRouter(groups: readonly RouteGroup[]): Router {
  const root = newNode()
  for (const group of groups) {
    // What is at no base of its own does not speak for all other paths.
    if (group.base !== '') descend(root, group.base).node.group = group
    for (const route of group.routes) addRoute(root, group, route)
  }
  return (method, parts) => find(root, method, parts)
}

const newNode = (): Node => ({ named: new Map(), any: undefined, routes: new Map(), group: undefined })

function addRoute(root: Node, group: RouteGroup, route: Route): void {
  const { node, names } = descend(root, group.base + route.path)
  if (node.routes.has(route.method)) throw new Error(`two routes answer ${route.method} ${group.base}${route.path}`)
  node.routes.set(route.method, { route, names })
}

function descend(root: Node, path: string): { node: Node; names: string[] } {
  const names: string[] = []
  let node = root
  for (const part of path.split('/').filter((each) => each !== '')) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    if (name !== undefined) names.push(name)
    node = name === undefined ? childOf(node, part) : (node.any ??= newNode())
  }
  return { node, names }
}

function childOf(node: Node, part: string): Node {
  const child = node.named.get(part) ?? newNode()
  node.named.set(part, child)
  return child
}

function find(root: Node, method: string, parts: readonly string[]): Match {
  const group = groupOf(root, parts)
  const found = lookUp(root, parts, 0, [])
  if (!found) return { group, route: undefined, params: {}, methods: [] }
  const methods = [...found.node.routes.keys()]
  const match = found.node.routes.get(method)
  if (!match) return { group, route: undefined, params: {}, methods }
  const params = Object.fromEntries(match.names.map((name, index) => [name, found.values[index]!]))
  return { group, route: match.route, params, methods }
}

/** A named part goes before any part, unless it leads nowhere. */
function lookUp(
  node: Node,
  parts: readonly string[],
  index: number,
  values: readonly string[],
): { node: Node; values: readonly string[] } | undefined {
  if (index === parts.length) return node.routes.size > 0 ? { node, values } : undefined
  const part = parts[index]!
  const named = node.named.get(part)
  const found = named && lookUp(named, parts, index + 1, values)
  return found ?? (node.any && lookUp(node.any, parts, index + 1, [...values, part]))
}

/** The group with the longest base that the path begins with. */
function groupOf(root: Node, parts: readonly string[]): RouteGroup | undefined {
  let node: Node | undefined = root
  let group: RouteGroup | undefined
  for (const part of parts) {
    node = node.named.get(part)
    if (!node) break
    group = node.group ?? group
  }
  return group
}
