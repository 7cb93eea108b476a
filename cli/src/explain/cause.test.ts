import { describe, expect, it } from 'vitest'
import { causeOf } from './cause.ts'
import { type Explained, KUBELET, user } from './model.ts'
import { part } from './test/judged.ts'

const names = (explained: Explained) => causeOf(explained).map(({ object }) => object.name)

const waits = (name: string, children: Explained[] = []): Explained =>
  part('Thing', name, { health: 'waiting', nextActor: KUBELET, children })

describe('the cause', () => {
  it('is found at the end of what waits for each other', () => {
    expect(names(waits('top', [part('Thing', 'fine'), waits('middle', [waits('bottom')])]))).toEqual([
      'top',
      'middle',
      'bottom',
    ])
  })

  it('is what fails rather than what waits, of the same kind', () => {
    expect(names(waits('top', [waits('slow'), part('Thing', 'broken', { health: 'failing' })]))).toEqual([
      'top',
      'broken',
    ])
  })

  it('is what comes first, whatever else fails after it', () => {
    const pool = part('NodePool', 'broken', { health: 'failing' })

    expect(names(waits('top', [waits('etcd'), pool]))).toEqual(['top', 'etcd'])
  })

  it('is where a person has to act, whatever waits below', () => {
    const paused = part('Thing', 'paused', {
      health: 'failing',
      nextActor: user('unpause it'),
      children: [waits('below')],
    })

    expect(names(waits('top', [paused]))).toEqual(['top', 'paused'])
  })

  it('may be below something that is fine itself', () => {
    expect(
      names(part('Thing', 'top', { children: [part('Thing', 'middle', { children: [waits('bottom')] })] })),
    ).toEqual(['bottom'])
  })

  it('of a deletion is nothing that stays', () => {
    const deletedAt = '2026-01-02T04:00:00Z'
    const top = part('Thing', 'top', {
      health: 'waiting',
      deletedAt,
      children: [waits('stays'), { ...waits('goes'), deletedAt }],
    })

    expect(names(top)).toEqual(['top', 'goes'])
  })

  it('is nothing when all is well', () => {
    expect(names(part('Thing', 'top', { children: [part('Thing', 'below')] }))).toEqual([])
  })

  it('is where most can be said of what a person has to do', () => {
    const inherits = part('Thing', 'machine', { health: 'failing', nextActor: user('unpause it'), inherited: true })
    const asks = (name: string, children: Explained[]) =>
      part('Thing', name, { health: 'failing', nextActor: user('unpause cluster blue'), children })

    expect(names(asks('cluster', [inherits]))).toEqual(['cluster'])
    expect(names(asks('cluster', [asks('pool', [inherits])]))).toEqual(['cluster', 'pool'])
  })

  it('is the object itself where that is wrong on its own, whatever a person has to do below', () => {
    const wrong = part('Pool', 'pool', { health: 'failing', nextActor: user('choose another release') })

    expect(names({ ...wrong, own: true, children: [{ ...wrong, children: [] }] })).toEqual(['pool'])
  })

  it('is not what only waits for the object itself', () => {
    const inherits = part('Pool', 'pool', { health: 'waiting', nextActor: KUBELET, inherited: true })

    expect(names(waits('cluster', [inherits]))).toEqual(['cluster'])
    expect(names(waits('cluster', [inherits, waits('etcd')]))).toEqual(['cluster', 'etcd'])
    expect(names(part('Thing', 'fine', { children: [inherits] }))).toEqual(['pool'])
  })
})
