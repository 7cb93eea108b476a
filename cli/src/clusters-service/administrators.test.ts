import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { administratorsIn } from './administrators.ts'

function ruleFile(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'skep-acl-')), 'acl.yaml')
  writeFileSync(path, text)
  return path
}

describe('administratorsIn', () => {
  it('takes whoever has a claim that a rule matches', () => {
    const isAdministrator = administratorsIn(ruleFile('- claim: email\n  pattern: ^.*@example\\.com$\n'))

    expect(isAdministrator({ subject: 'a', claims: { email: 'mary@example.com' } })).toBe(true)
    expect(isAdministrator({ subject: 'b', claims: { email: 'mary@example.org' } })).toBe(false)
    expect(isAdministrator({ subject: 'c', claims: {} })).toBe(false)
  })

  it.each([
    ['claim: email', 'is not a list of rules with a claim and a pattern'],
    ['- claim: email', 'rule 1 needs a claim and a pattern'],
    ["- { claim: email, pattern: '(' }", 'the pattern of rule 1 is not a regular expression'],
  ])('refuses %s', (text, message) => {
    expect(() => administratorsIn(ruleFile(text))).toThrow(message)
  })
})
