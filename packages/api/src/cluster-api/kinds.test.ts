import { expect, it } from 'vitest'
import { undescribed } from '../test/undescribed.ts'
import { clusterApiKinds, infrastructureProviderKinds } from './kinds.ts'

it.each([...clusterApiKinds, ...infrastructureProviderKinds])(
  '$group $kind explains every field',
  ({ kind, schema }) => {
    expect(undescribed(schema.node, kind)).toEqual([])
  },
)
