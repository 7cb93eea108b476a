import { describe, expect, it } from 'vitest'
import { describeActor } from './answer.ts'
import { explainDeletion } from './deletion.ts'
import { conditions, part, sample } from './test/judged.ts'

const GOING = '2026-01-02T04:00:00Z'

const widget = (finalizers: string[], status = {}) =>
  sample('example.com/v1', 'Widget', { metadata: { deletionTimestamp: GOING, finalizers }, status })

describe('an object that is not gone', () => {
  it('is held by a finalizer of somebody whom nobody knows', () => {
    const { health, waitsFor, nextActor, since } = explainDeletion(widget(['example.com/hold']), [])

    expect({ health, waitsFor, since }).toEqual({
      health: 'failing',
      waitsFor: 'finalizer example.com/hold, which nobody here removes',
      since: GOING,
    })
    expect(describeActor(nextActor)).toBe(
      'user: find who put example.com/hold on Widget blue; if they are gone, take it off',
    )
  })

  it('waits for a known finalizer before it blames an unknown one', () => {
    const { health, nextActor } = explainDeletion(widget(['example.com/hold', 'machine.cluster.x-k8s.io']), [])

    expect(health).toBe('waiting')
    expect(describeActor(nextActor)).toBe('operator cluster-api')
  })

  it('names what below it has not gone, and not what stays', () => {
    const going = ['a', 'b', 'c', 'd'].map((name) => part('Pod', name, { health: 'waiting', deletedAt: GOING }))

    expect(explainDeletion(widget(['foregroundDeletion']), [...going, part('Pod', 'stays')]).waitsFor).toBe(
      'Pod clusters/a, Pod clusters/b, Pod clusters/c and 1 more to go',
    )
  })

  it('says what its operator says, in one line', () => {
    const status = { v1beta2: { conditions: conditions(['Deleting=True/X * one\n* two']) } }

    expect(explainDeletion(widget(['machine.cluster.x-k8s.io'], status), []).waitsFor).toBe('* one; * two')
  })
})
