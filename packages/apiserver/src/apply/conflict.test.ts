import type { ManagedFieldsEntry } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { conflictError } from './conflict.ts'

const applier: ManagedFieldsEntry = { manager: 'first', operation: 'Apply', apiVersion: 'v1' }
const updater: ManagedFieldsEntry = {
  manager: 'x-updater',
  operation: 'Update',
  apiVersion: 'example.dev/v1',
  subresource: 'status',
}

describe('a conflict', () => {
  it('names the one field and its owner', () => {
    expect(conflictError([{ entry: applier, fields: { 'f:data': { 'f:k': {} } } }]).toStatus()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Apply failed with 1 conflict: conflict with "first": .data.k',
      reason: 'Conflict',
      details: {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "first"', field: '.data.k' }],
      },
      code: 409,
    })
  })

  it('lists fields by owner, telling how updaters wrote them', () => {
    const error = conflictError([
      { entry: updater, fields: { 'f:status': { 'f:phase': {} } } },
      { entry: applier, fields: { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { 'f:name': {} } }, 'f:x': {} } },
    ])

    expect(error.message).toBe(
      'Apply failed with 3 conflicts: conflicts with "first":\n- .x\n- .ports[port=80,protocol="TCP"].name\n' +
        'conflicts with "x-updater" with subresource "status" using example.dev/v1:\n- .status.phase',
    )
    expect(error.details?.causes).toEqual([
      { reason: 'FieldManagerConflict', message: 'conflict with "first"', field: '.x' },
      {
        reason: 'FieldManagerConflict',
        message: 'conflict with "first"',
        field: '.ports[port=80,protocol="TCP"].name',
      },
      {
        reason: 'FieldManagerConflict',
        message: 'conflict with "x-updater" with subresource "status" using example.dev/v1',
        field: '.status.phase',
      },
    ])
  })
})
