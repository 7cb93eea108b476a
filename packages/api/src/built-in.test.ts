import { apiVersionOf, compileSchema, type JsonObject, type KindDefinition, type KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { builtInKinds } from './built-in.ts'
import { undescribed } from './test/undescribed.ts'

const nameOf = (kind: KindDefinition): string => `${apiVersionOf(kind)} ${kind.kind}`

/** The least object of a kind, as it is after decoding. */
function leastObject(kind: KindDefinition): KubeObject {
  const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name: 'a' } }
  compileSchema(kind.schema.node).applyDefaults(object satisfies JsonObject)
  kind.rules.defaults?.(object)
  return object
}

describe('the built-in kinds', () => {
  it('are each there once', () => {
    const names = builtInKinds.map(nameOf)

    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining([
        'v1 Pod',
        'apps/v1 Deployment',
        'events.k8s.io/v1 Event',
        'autoscaling/v1 HorizontalPodAutoscaler',
      ]),
    )
  })

  it('begin with the core group, in the order of their plural names', () => {
    const core = builtInKinds.filter(({ group }) => group === '').map(({ plural }) => plural)

    expect(builtInKinds.slice(0, core.length).every(({ group }) => group === '')).toBe(true)
    expect(core).toEqual([...core].sort())
  })

  it.each(builtInKinds.map((kind) => [nameOf(kind), kind] as const))('%s explains every field', (_name, kind) => {
    expect(undescribed(kind.schema.node, kind.kind)).toEqual([])
  })

  it.each(builtInKinds.map((kind) => [nameOf(kind), kind] as const))(
    '%s fills every column of its table',
    (_name, kind) => {
      if (!kind.rules.cells) return

      expect(kind.rules.cells(leastObject(kind), 0)).toHaveLength(kind.columns.length)
    },
  )

  it.each(builtInKinds.map((kind) => [nameOf(kind), kind] as const))(
    '%s answers the field selectors that it promises',
    (_name, kind) => {
      expect(Object.keys(kind.rules.selectableFields?.(leastObject(kind)) ?? {}).sort()).toEqual(
        [...kind.selectableFields].sort(),
      )
    },
  )
})
