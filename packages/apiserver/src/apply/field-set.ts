import { compareElements } from './path-element.ts'

/**
 * A set of fields, in the very form that `metadata.managedFields[].fieldsV1` has on the wire, so that nothing is decoded
 * or encoded on the way. Keys are path elements (`f:name`, `k:{"name":"web"}`, `v:"a"`); an empty node is a member of the
 * set, a node with keys holds members further down, and the key `.` says that it is a member itself, too.
 * Sets are never changed once made; they share nodes. Keys stand in the order of `compareElements`.
 */
export interface FieldSet {
  readonly [element: string]: FieldSet
}

/** A set while it is being built. */
export interface FieldSetDraft {
  [element: string]: FieldSet
}

/** The key with which a node that has children says that it is a member itself. */
export const SELF = '.'

/** A member without members below it; also the empty set. */
export const LEAF: FieldSet = Object.freeze({})

export function isEmptySet(set: FieldSet): boolean {
  for (const _ in set) return false
  return true
}

/** Whether the node itself, not only something below it, is in the set. */
export const isMember = (node: FieldSet): boolean => SELF in node || isEmptySet(node)

/** The sets below a node: the node without what it says about itself. */
export function childrenOf(node: FieldSet): FieldSet {
  if (!(SELF in node)) return node
  const { [SELF]: _, ...children } = node
  return children
}

/** The node that is a member or not, and has these children; undefined when that leaves nothing. */
function nodeOf(member: boolean, children: FieldSet): FieldSet | undefined {
  if (isEmptySet(children)) return member ? LEAF : undefined
  return member ? { [SELF]: LEAF, ...children } : children
}

/** The node as a member. */
export const asMember = (node: FieldSet | undefined): FieldSet =>
  node === undefined ? LEAF : isMember(node) ? node : { [SELF]: LEAF, ...node }

/** The same set with its keys in order; itself when they are. */
export function inOrder(set: FieldSet): FieldSet {
  let previous: string | undefined
  for (const element in set) {
    if (previous !== undefined && compareElements(previous, element) > 0) return sorted(set)
    previous = element
  }
  return set
}

function sorted(set: FieldSet): FieldSet {
  const ordered: FieldSetDraft = {}
  for (const element of Object.keys(set).sort(compareElements)) ordered[element] = set[element]!
  return ordered
}

/** What is in either set. */
export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (isEmptySet(right)) return left
  const merged: FieldSetDraft = { ...left }
  for (const element in right) {
    const node = left[element]
    merged[element] = node === undefined ? right[element]! : unionOfNodes(node, right[element]!)
  }
  return inOrder(merged)
}

function unionOfNodes(left: FieldSet, right: FieldSet): FieldSet {
  const children = union(childrenOf(left), childrenOf(right))
  return nodeOf(isMember(left) || isMember(right), children) ?? LEAF
}

/** Keeps, drops or narrows the top elements of a set that the other set has, too. */
function combine(
  set: FieldSet,
  other: FieldSet,
  decide: (node: FieldSet, otherNode: FieldSet) => FieldSet | undefined,
  keepOthers: boolean,
): FieldSet {
  const kept: FieldSetDraft = {}
  for (const element in set) {
    const node = set[element]!
    const otherNode = other[element]
    const decided = otherNode === undefined ? (keepOthers ? node : undefined) : decide(node, otherNode)
    if (decided !== undefined) kept[element] = decided
  }
  return kept
}

/** What is in both sets. */
export const intersection = (left: FieldSet, right: FieldSet): FieldSet =>
  combine(
    left,
    right,
    (node, other) => nodeOf(isMember(node) && isMember(other), intersection(childrenOf(node), childrenOf(other))),
    false,
  )

/** What is in the set but not in the other. Taking away a field does not take away those below it. */
export const difference = (set: FieldSet, other: FieldSet): FieldSet =>
  combine(
    set,
    other,
    (node, taken) => nodeOf(isMember(node) && !isMember(taken), difference(childrenOf(node), childrenOf(taken))),
    true,
  )

/** What is in the set, is not in the other, and is not below anything in the other. */
export const recursiveDifference = (set: FieldSet, other: FieldSet): FieldSet =>
  combine(
    set,
    other,
    (node, taken) =>
      isMember(taken) ? undefined : nodeOf(isMember(node), recursiveDifference(childrenOf(node), taken)),
    true,
  )

/** Whether everything in the set is in the other. */
export function isSubset(set: FieldSet, other: FieldSet): boolean {
  if (set === other) return true
  for (const element in set) {
    if (element === SELF) continue
    const node = set[element]!
    const otherNode = other[element]
    if (otherNode === undefined || (isMember(node) && !isMember(otherNode)) || !isSubset(node, otherNode)) return false
  }
  return true
}

/** Whether the sets have no member in common. */
export function isDisjoint(left: FieldSet, right: FieldSet): boolean {
  for (const element in right) {
    if (element === SELF) continue
    const node = left[element]
    const otherNode = right[element]!
    if (node === undefined) continue
    if ((isMember(node) && isMember(otherNode)) || !isDisjoint(node, otherNode)) return false
  }
  return true
}

/** Calls back with the path of every member: first those of one level, in order, then those further down. */
export function forEachMember(set: FieldSet, visit: (path: readonly string[]) => void, prefix: string[] = []): void {
  for (const element in set) {
    if (element !== SELF && isMember(set[element]!)) visit([...prefix, element])
  }
  for (const element in set) {
    if (element !== SELF) forEachMember(set[element]!, visit, [...prefix, element])
  }
}
