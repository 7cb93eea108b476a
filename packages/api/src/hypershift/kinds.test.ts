import { expect, it } from 'vitest'
import { undescribed } from '../test/undescribed.ts'
import { hypershiftKinds } from './kinds.ts'

it.each(hypershiftKinds)('$group $kind explains every field', ({ kind, schema }) => {
  expect(undescribed(schema.node, kind)).toEqual([])
})
