import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as api from './index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

describe('README', () => {
  it('shows what its example does', () => {
    const Widget = api.defineKind({
      group: 'example.com',
      version: 'v1',
      kind: 'Widget',
      plural: 'widgets',
      scope: 'Namespaced',
      schema: api.s.object({
        ...api.kubeObject,
        spec: api.s.object({ size: api.s.int32({ minimum: 1, default: 1 }) }),
      }),
    })
    const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: {}, spec: { size: 0 } }

    expect(api.compileSchema(Widget.schema.node).validate(object)).toEqual([
      {
        type: 'Invalid',
        field: 'spec.size',
        message: 'Invalid value: 0: spec.size in body should be greater than or equal to 1',
      },
    ])
    expect(api.kindToCrd(Widget)['metadata']).toEqual({ name: 'widgets.example.com' })
  })

  it('names nothing that is not exported', () => {
    const named = [...readme.matchAll(/`([a-z][A-Za-z0-9]+)`/g)].map(([, name]) => name ?? '')
    const notOurs = new Set(['validate', 'decode', 'prune', 'applyDefaults', 'openAPIV3Schema', 'constructor'])

    expect(named.filter((name) => !notOurs.has(name) && !Object.hasOwn(api, name))).toEqual([])
  })
})
