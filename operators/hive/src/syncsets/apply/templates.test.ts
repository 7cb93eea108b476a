import { describe, expect, it } from 'vitest'
import { renderTemplate, renderTexts } from './templates.ts'

const labels = { size: 'large', 'example.com/zone': 'a' }

describe('renderTemplate', () => {
  it.each([
    ['{{ fromCDLabel "size" }}', 'large'],
    ['{{fromCDLabel "example.com/zone"}}-{{ fromCDLabel `size` }}', 'a-large'],
    ['{{ "size" | fromCDLabel }}', 'large'],
    ['[{{ fromCDLabel "none" }}]', '[]'],
    ['a  {{- fromCDLabel "size" -}}  b', 'alargeb'],
    ['{{/* a note */}}x', 'x'],
    ['{ "not": "a template" }', '{ "not": "a template" }'],
  ])('makes of %s', (template, rendered) => {
    expect(renderTemplate(template, labels)).toBe(rendered)
  })

  it.each([
    ['{{ foo }}', 'function "foo" not defined'],
    ['{{ fromCDLabel }}', 'takes the key'],
    ['{{ fromCDLabel "size"', 'unclosed action'],
    ['{{ }}', 'missing value for command'],
  ])('refuses %s', (template, problem) => {
    expect(() => renderTemplate(template, labels)).toThrow(problem)
  })
})

describe('renderTexts', () => {
  it('renders texts wherever they are, and no keys', () => {
    const value = { '{{ key }}': ['{{ fromCDLabel "size" }}', 1, null], deep: { text: '{{ fromCDLabel "size" }}' } }

    expect(renderTexts(value, labels)).toEqual({ '{{ key }}': ['large', 1, null], deep: { text: 'large' } })
  })
})
