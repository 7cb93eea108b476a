import { sql } from 'kysely'
import type { Dialect } from '../database.ts'
import type { AttributeResolver, ResolvedAttribute } from './attributes.ts'
import type { AttributeName, Condition, Literal, Test } from './conditions.ts'
import { type JsonSql, jsonSql, type Sql } from './json-sql.ts'
import { boundValue } from './literals.ts'
import { SearchError } from './search-error.ts'

type TestCondition = Extract<Condition, { kind: 'test' }>

/** Turns conditions into SQL for one table. */
export interface SearchCompiler {
  condition(condition: Condition): Sql
  /** All texts that an attribute has, '' where it is absent: what to select, and from which tables beside the documents. */
  texts(attribute: AttributeName): { readonly text: Sql; readonly tables: readonly Sql[] }
  /** The value of an attribute, null where it is absent, to order by. */
  value(attribute: ResolvedAttribute): Sql
}

/** A compiler for documents in the column `document`. */
export function searchCompiler(dialect: Dialect, resolve: AttributeResolver): SearchCompiler {
  const json = jsonSql(dialect)
  const condition = (of: Condition): Sql => {
    switch (of.kind) {
      case 'and':
      case 'or':
        return balanced(of.conditions.map(condition), of.kind)
      case 'not':
        return sql`not (${condition(of.condition)})`
      case 'test':
        return attributeTest(json, resolve(of.attribute.name, of.attribute.offset), of)
    }
  }
  const value = (attribute: ResolvedAttribute): Sql => {
    const plain = sql`(${typedValue(json, attribute, DOCUMENT)})`
    return attribute.type === 'string' ? json.ordered(plain) : plain
  }
  const texts = ({ name, offset }: AttributeName) => {
    const attribute = resolve(name, offset)
    requireText(attribute, 'regular expressions are', offset)
    const { tables, value } = elementsOf(json, attribute)
    return { text: presentText(json, typedValue(json, attribute, value)), tables }
  }
  return { condition, texts, value }
}

/** SQLite allows 1,000 levels of expressions, and a chain of ORs is one level for each. */
function balanced(parts: readonly Sql[], operator: 'and' | 'or'): Sql {
  if (parts.length === 1) return parts[0]!
  const middle = parts.length >> 1
  const [left, right] = [balanced(parts.slice(0, middle), operator), balanced(parts.slice(middle), operator)]
  return operator === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`
}

const DOCUMENT = sql.raw('document')

/** Through arrays, the test is about any element, negation included. */
function attributeTest(
  json: JsonSql,
  attribute: ResolvedAttribute,
  { test, negated, attribute: { offset } }: TestCondition,
) {
  if (test.kind === 'like') requireText(attribute, 'LIKE is', offset)
  const { tables, value } = elementsOf(json, attribute)
  const tested = valueTest(json, attribute, typedValue(json, attribute, value), test)
  const result = negated ? sql`not (${tested})` : tested
  return tables.length === 0 ? result : sql`exists (select 1 from ${sql.join(tables)} where ${result})`
}

/** The way to an attribute: the elements of the arrays before it as tables, and where it is looked for then. */
function elementsOf(json: JsonSql, { groups }: ResolvedAttribute): { tables: Sql[]; value: Sql } {
  const tables: Sql[] = []
  let value: Sql = DOCUMENT
  for (const [index, names] of groups.slice(0, -1).entries()) {
    tables.push(json.elements(value, { names }, `e${index}`))
    value = json.element(`e${index}`, groups[index + 1]!.length === 0 ? 'scalar' : 'object')
  }
  return { tables, value }
}

function requireText({ name, type }: ResolvedAttribute, what: string, offset: number): void {
  if (type === 'string') return
  throw new SearchError(`the attribute '${name}' is a ${type}: ${what} for strings (at offset ${offset})`, offset)
}

function typedValue(json: JsonSql, { type, column, groups, key }: ResolvedAttribute, value: Sql): Sql {
  if (column !== undefined) return sql.ref(column)
  const read = { string: json.text, number: json.number, boolean: json.boolean, timestamp: json.instant }
  return read[type](value, { names: groups.at(-1)!, key })
}

/** True or false, never null: what is absent equals '' or false, and is no number and no instant. */
function valueTest(json: JsonSql, attribute: ResolvedAttribute, value: Sql, test: Test): Sql {
  const bound = (literal: Literal) => sql`${boundValue(literal, attribute)}`
  const subject = presentValue(json, attribute, value)
  switch (test.kind) {
    case 'null':
      return sql`(${value}) is null`
    case 'like':
      return sql`(${json.like(subject, test.pattern, test.ignoreCase)})`
    case 'oneOf':
      return sql`(${subject} in (${json.listed(test.texts)}))`
    case 'matches':
      throw new Error('which values a regular expression matches must be known before there is SQL for it')
    case 'compare':
      return known(attribute, value, sql`${subject} ${sql.raw(test.operator)} ${bound(test.value)}`)
    case 'in':
      return known(attribute, value, sql`${subject} in (${sql.join(test.values.map(bound))})`)
    case 'between':
      return known(attribute, value, sql`${subject} between ${bound(test.low)} and ${bound(test.high)}`)
  }
}

function presentValue(json: JsonSql, attribute: ResolvedAttribute, value: Sql): Sql {
  if (attribute.type === 'string') return presentText(json, value)
  return attribute.type === 'boolean' ? sql`coalesce(${value}, false)` : sql`(${value})`
}

/** A text that is '' where it is absent. Indexes are made on this, so it is written the same way everywhere. */
export const presentText = (json: JsonSql, value: Sql): Sql => json.ordered(sql`coalesce(${value}, '')`)

const known = ({ type }: ResolvedAttribute, value: Sql, test: Sql): Sql =>
  type === 'number' || type === 'timestamp' ? sql`(${test} and (${value}) is not null)` : sql`(${test})`
