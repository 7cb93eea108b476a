import { expect, it } from 'vitest'
import { VirtualMachine } from '../kubevirt/virtual-machine.ts'
import { undescribed } from '../test/undescribed.ts'
import { agentInstallKinds } from './kinds.ts'

it.each([...agentInstallKinds, VirtualMachine])('$group $kind explains every field', ({ kind, schema }) => {
  expect(undescribed(schema.node, kind)).toEqual([])
})
