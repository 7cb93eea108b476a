import { sql } from 'kysely'
import type { Dialect } from '../database.ts'
import type { AttributeResolver, ResolvedAttribute } from './attributes.ts'
import type { Condition, Literal, Test } from './conditions.ts'
import { type JsonSql, jsonSql, type Sql } from './json-sql.ts'
import { boundValue } from './literals.ts'
import { SearchError } from './search-error.ts'

type TestCondition = Extract<Condition, { kind: 'test' }>

/** Turns conditions into SQL for one table. */
export interface SearchCompiler {
  condition(condition: Condition): Sql
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
  return { condition, value }
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
  const { name, type, groups } = attribute
  if (test.kind === 'like' && type !== 'string') {
    throw new SearchError(`the attribute '${name}' is a ${type}: LIKE is for strings (at offset ${offset})`, offset)
  }
  const tables: Sql[] = []
  let value: Sql = DOCUMENT
  for (const [index, names] of groups.slice(0, -1).entries()) {
    tables.push(json.elements(value, { names }, `e${index}`))
    value = json.element(`e${index}`, groups[index + 1]!.length === 0 ? 'scalar' : 'object')
  }
  const tested = valueTest(json, attribute, typedValue(json, attribute, value), test)
  const result = negated ? sql`not (${tested})` : tested
  return tables.length === 0 ? result : sql`exists (select 1 from ${sql.join(tables)} where ${result})`
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
