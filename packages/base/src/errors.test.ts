import { describe, expect, it } from 'vitest'
import { hasReason, StatusError, toStatusError } from './errors.ts'

describe('StatusError', () => {
  it('becomes the Status that a Kubernetes client receives', () => {
    const error = new StatusError('NotFound', 'pods "web" not found', { details: { name: 'web', kind: 'pods' } })

    expect(error.toStatus()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'pods "web" not found',
      reason: 'NotFound',
      details: { name: 'web', kind: 'pods' },
      code: 404,
    })
  })

  it('may have another code, or no reason', () => {
    expect(new StatusError('Invalid', 'no', { code: 418 }).code).toBe(418)
    expect(new StatusError('', 'no').toStatus()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'no',
      code: 500,
    })
  })

  it('is told apart by its reason', () => {
    expect(hasReason(new StatusError('Conflict', 'changed'), 'Conflict')).toBe(true)
    expect(hasReason(new StatusError('Conflict', 'changed'), 'AlreadyExists')).toBe(false)
    expect(hasReason(new Error('Conflict'), 'Conflict')).toBe(false)
  })
})

describe('toStatusError', () => {
  it('lets a StatusError pass', () => {
    const error = new StatusError('Gone', 'gone')

    expect(toStatusError(error)).toBe(error)
  })

  it('makes an InternalError of anything else, and keeps the cause', () => {
    const cause = new TypeError('x is not a function')

    const error = toStatusError(cause)

    expect(error.cause).toBe(cause)
    expect(error.code).toBe(500)
    expect(error.message).toBe('Internal error occurred: x is not a function')
    expect(toStatusError('text').message).toBe('Internal error occurred: text')
  })
})
