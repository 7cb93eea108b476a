import { expect, it } from 'vitest'
import { undescribed } from '../test/undescribed.ts'
import { openClusterManagementKinds } from './kinds.ts'

it.each(openClusterManagementKinds)('$group $kind explains every field', ({ kind, schema }) => {
  expect(undescribed(schema.node, kind)).toEqual([])
})
