import { expect, it } from 'vitest'
import { undescribed } from '../test/undescribed.ts'
import { openShiftConfigKinds } from './kinds.ts'

it.each(openShiftConfigKinds)('$group $kind explains every field', ({ kind, schema }) => {
  expect(undescribed(schema.node, kind)).toEqual([])
})
