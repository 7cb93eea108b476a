import { expect, it } from 'vitest'
import { undescribed } from '../test/undescribed.ts'
import { openShiftRouteKinds } from './kinds.ts'

it.each(openShiftRouteKinds)('$group $kind explains every field', ({ kind, schema }) => {
  expect(undescribed(schema.node, kind)).toEqual([])
})
