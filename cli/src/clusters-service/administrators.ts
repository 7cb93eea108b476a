import { isObject } from '@skep/schema'
import type { Caller } from '@skep/service'
import { parse } from 'yaml'
import { UserError } from '../failure.ts'
import { readText } from './options.ts'

interface Rule {
  readonly claim: string
  readonly pattern: RegExp
}

/**
 * Who is an administrator, by a file of rules such as `- { claim: email, pattern: ^.*@example\.com$ }`: whoever has a
 * token with a claim that one of them matches.
 */
export function administratorsIn(path: string): (caller: Caller) => boolean {
  const rules = rulesIn(path)
  return ({ claims }) => rules.some(({ claim, pattern }) => pattern.test(String(claims[claim] ?? '')))
}

function rulesIn(path: string): Rule[] {
  // A file without rules names nobody.
  const list: unknown = parse(readText(path)) ?? []
  if (!Array.isArray(list)) throw new UserError(`${path} is not a list of rules with a claim and a pattern`)
  return list.map((entry: unknown, index) => {
    const rule = isObject(entry) ? entry : {}
    const { claim, pattern } = rule
    if (typeof claim !== 'string' || typeof pattern !== 'string' || pattern === '') {
      throw new UserError(`${path}: rule ${index + 1} needs a claim and a pattern`)
    }
    try {
      return { claim, pattern: new RegExp(pattern) }
    } catch (cause) {
      throw new UserError(`${path}: the pattern of rule ${index + 1} is not a regular expression`, { cause })
    }
  })
}
