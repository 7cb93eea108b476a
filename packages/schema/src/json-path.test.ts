import { describe, expect, it } from 'vitest'
import { compileJsonPath } from './json-path.ts'

const pod = {
  metadata: { name: 'web', annotations: { 'example.com/a': 'x' } },
  status: {
    conditions: [
      { type: 'Ready', status: 'True', weight: 3 },
      { type: 'Scheduled', status: 'False', weight: 1 },
    ],
  },
}

describe('compileJsonPath', () => {
  it.each([
    ['.metadata.name', ['web']],
    ['{.metadata.name}', ['web']],
    ['$.metadata.name', ['web']],
    ["metadata.annotations['example.com/a']", ['x']],
    ['.metadata.annotations.example\\.com/a', ['x']],
    ['.status.conditions[0].type', ['Ready']],
    ['.status.conditions[-1].type', ['Scheduled']],
    ['.status.conditions[*].type', ['Ready', 'Scheduled']],
    ['.status.conditions[0:1].type', ['Ready']],
    ['.status.conditions[0,1].weight', [3, 1]],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    ["{.status.conditions[?(@.type == 'Ready')].status}", ['True']],
    ['.status.conditions[?(@.weight>2)].type', ['Ready']],
    ['.status.conditions[?(@.missing)].type', []],
    ['..type', ['Ready', 'Scheduled']],
    ['.spec.replicas', []],
    ['.metadata.name.too.deep', []],
    ['.metadata.constructor', []],
  ])('finds %s', (path, found) => {
    expect(compileJsonPath(path)(pod)).toEqual(found)
  })

  it.each(['.a[', '.a[?(@.b==)]', '.a[x]', '.a b'])('refuses %s', (path) => {
    expect(() => compileJsonPath(path)).toThrow(SyntaxError)
  })
})
