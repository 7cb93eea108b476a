import { describe, expect, it } from 'vitest'
import { operator } from './model.ts'
import { presentExplained } from './present.ts'
import { part } from './test/judged.ts'

const NOW = Date.parse('2026-01-02T03:10:00Z')

describe('an explanation for programs', () => {
  it('begins with why, and who has to act next', () => {
    const waitsFor = 'a long message that is never cut '.repeat(20)
    const pod = part('Pod', 'etcd-0', { health: 'waiting', waitsFor, nextActor: operator('kubelet', 'starts it') })
    const tree = part('HostedCluster', 'demo', { health: 'waiting', waitsFor: 'etcd', children: [pod] })

    expect(presentExplained({ tree, at: NOW }, { now: NOW })).toEqual({
      ready: false,
      deleting: false,
      why: `Pod clusters/etcd-0: ${waitsFor}`,
      next: 'operator kubelet: starts it',
      nextActor: { role: 'operator', name: 'kubelet', action: 'starts it' },
      cause: [tree.object, pod.object],
      now: '2026-01-02T03:10:00.000Z',
      tree,
    })
  })

  it('has no reason where all is well', () => {
    const { ready, next, why } = presentExplained({ tree: part('Pod', 'web'), at: NOW }, { now: NOW })

    expect({ ready, next, why }).toEqual({ ready: true, next: 'nobody', why: undefined })
  })
})
