import { indexPath, keyPath, memberPath } from '../../compile/path.ts'
import { hasMember, isObject, type Json, type JsonObject } from '../../json.ts'
import type { SchemaNode } from '../../node.ts'
import { type Correlation, correlateMember, isUnchanged } from '../../validate/correlate.ts'

/** How a value is reached from the one that holds it. */
export type Step = { member: string } | { key: string } | { index: number }

/** A value that rules are about. What only errors need is found out when there is one. */
export class Subject {
  readonly node: SchemaNode
  readonly value: Json
  /** The value it replaces, for transition rules; undefined when there is none. */
  readonly old: Json | undefined
  /** The value it replaces, for forgiveness; undefined for items of lists that are not of type `map`. */
  readonly correlation: Correlation | undefined
  private readonly parent: Subject | undefined
  private readonly step: Step | string
  private forgiven: boolean | undefined

  private constructor(
    node: SchemaNode,
    values: { value: Json; old: Json | undefined; correlation: Correlation | undefined },
    parent: Subject | undefined,
    step: Step | string,
  ) {
    this.node = node
    this.value = values.value
    this.old = values.old
    this.correlation = values.correlation
    this.parent = parent
    this.step = step
  }

  /** The value that validation starts from, at a path. */
  static root(node: SchemaNode, value: Json, old: Json | undefined, path: string): Subject {
    return new Subject(node, { value, old, correlation: old === undefined ? undefined : { old } }, undefined, path)
  }

  member(node: SchemaNode, object: JsonObject, name: string, step: Step): Subject {
    const { old } = this
    const value = object[name] ?? null
    const oldValue = isObject(old) && hasMember(old, name) ? (old[name] ?? undefined) : undefined
    if (!this.isTypeOfRoot(name)) {
      const correlation = correlateMember(this.correlation, name)
      return new Subject(node, { value, old: oldValue, correlation }, this, step)
    }
    const subject = new Subject(node, { value, old: oldValue, correlation: undefined }, this, step)
    subject.forgiven = false
    return subject
  }

  /** Old and new objects have been converted to the same version, so that a change of these cannot be seen. */
  private isTypeOfRoot(name: string): boolean {
    return this.parent === undefined && (name === 'apiVersion' || name === 'kind')
  }

  item(
    node: SchemaNode,
    value: Json,
    olds: { old: Json | undefined; correlation: Correlation | undefined },
    index: number,
  ): Subject {
    return new Subject(node, { value, ...olds }, this, { index })
  }

  /** The same value as `allOf` sees it, which is not forgiven for its own sake. */
  withoutCorrelation(): Subject {
    return new Subject(this.node, { value: this.value, old: this.old, correlation: undefined }, this.parent, this.step)
  }

  /** Whether the value is the very one that it replaces, not only one like it: all was well with it when it was stored. */
  get isKept(): boolean {
    return typeof this.value === 'object' && this.value === this.old
  }

  /** Whether it is kept and what holds it is not. */
  get isKeptWhole(): boolean {
    return this.isKept && this.parent?.isKept !== true
  }

  /** Whether the update leaves the value, or the nearest value around it that has an old one, as it was. */
  isForgiven(): boolean {
    this.forgiven ??= this.correlation
      ? isUnchanged(this.value, this.correlation, this.node)
      : (this.parent?.isForgiven() ?? false)
    return this.forgiven
  }

  get path(): string {
    const { parent, step } = this
    if (typeof step === 'string' || !parent) return String(step)
    if ('member' in step) return memberPath(parent.path, step.member)
    return 'key' in step ? keyPath(parent.path, step.key) : indexPath(parent.path, step.index)
  }

  /** The path in errors. The whole object has none, which the API prints so. */
  get field(): string {
    return this.path || '<nil>'
  }
}
