import { describe, expect, it } from 'vitest'
import { type Explained, KUBELET, operator, user } from './model.ts'
import { type PrintOptions, printExplained } from './print.ts'
import { part } from './test/judged.ts'

const NOW = Date.parse('2026-01-02T03:10:00Z')
const SINCE = '2026-01-02T03:05:00Z'

const print = (explained: Explained, options: Partial<PrintOptions> = {}) =>
  printExplained({ tree: explained, at: NOW }, { times: { now: NOW }, ...options }).split('\n')

const pod = (name: string) =>
  part('Pod', name, {
    health: 'waiting',
    state: 'NotReady',
    waitsFor: 'container etcd to be ready',
    since: SINCE,
    nextActor: KUBELET,
  })

const BROKEN = part('HostedCluster', 'demo', {
  health: 'waiting',
  state: 'EtcdWaitingForQuorum',
  waitsFor: 'Waiting for etcd to reach quorum',
  since: SINCE,
  nextActor: operator('hypershift'),
  children: [part('Secret', 'pull'), part('Service', 'etcd'), pod('etcd-0'), pod('etcd-1'), pod('etcd-2')],
})

describe('what is printed of something that is not ready', () => {
  it('begins with the cause, then shows what is broken, alike things once, and counts what is fine', () => {
    expect(print(BROKEN)).toEqual([
      'HostedCluster clusters/demo is not ready (EtcdWaitingForQuorum, 5m)',
      '  Why   Pod clusters/etcd-0: container etcd to be ready',
      '  Next  kubelet',
      '',
      'OBJECT                       STATE                 SINCE  NEXT        WAITS FOR',
      'HostedCluster clusters/demo  EtcdWaitingForQuorum  5m     hypershift  Waiting for etcd to reach quorum',
      '├─ Pod etcd-0                NotReady              5m     kubelet     container etcd to be ready',
      '├─ 2 more Pods wait for the same',
      '└─ 2 more are fine',
    ])
  })

  it('shows everything if asked', () => {
    const tree = print(BROKEN, { all: true }).filter((line) => /^[├└]/.test(line))

    expect(tree.map((line) => line.split(/ {2,}/)[0])).toEqual([
      '├─ Secret pull',
      '├─ Service etcd',
      '├─ Pod etcd-0',
      '├─ Pod etcd-1',
      '└─ Pod etcd-2',
    ])
  })

  it('fits a terminal', () => {
    const lines = print(BROKEN, { width: 40 })

    expect(lines.every((line) => line.length <= 40)).toBe(true)
    expect(lines.slice(0, 2)).toEqual([
      'HostedCluster clusters/demo is not ready',
      '        (EtcdWaitingForQuorum, 5m)',
    ])
  })

  it('leaves room for what is waited for, however long a name is', () => {
    const long = { ...BROKEN, children: [pod(`${'a-very-long-name-'.repeat(6)}0`)] }

    const [row = ''] = print(long, { width: 100 }).filter((line) => line.startsWith('└─ Pod'))

    expect(row).toMatch(/^└─ Pod a-very-long-name-\S*… +NotReady +5m +kubelet +container/)
  })

  it('has colours on a terminal', () => {
    const [line = ''] = print(BROKEN, { colours: true }).filter((each) => each.includes('Pod etcd-0 '))

    expect(line).toContain('\x1b[33mNotReady\x1b[0m')
  })
})

describe('what is printed of something that is fine', () => {
  it('is what there is', () => {
    const fine = part('HostedCluster', 'demo', {
      since: SINCE,
      children: [
        part('HostedControlPlane', 'demo', { children: [part('Pod', 'a')] }),
        ...['a', 'b', 'c', 'd'].map((name) => part('Route', name)),
      ],
    })

    expect(print(fine)).toEqual([
      'HostedCluster clusters/demo is fine (Ready, 5m). Nobody has to act.',
      '',
      'OBJECT                       STATE  SINCE  NEXT  WAITS FOR',
      'HostedCluster clusters/demo  Ready  5m',
      '├─ HostedControlPlane demo   Ready               so is 1 below it',
      '└─ 4 Routes are fine',
    ])
  })

  it('may be not everything below it', () => {
    const [first] = print(part('HostedCluster', 'demo', { since: SINCE, children: [pod('a')] }))

    expect(first).toBe('HostedCluster clusters/demo is fine itself (Ready, 5m), but not everything below it is')
  })
})

describe('what is printed of something that is so because of what it belongs to', () => {
  it('is one line for all of it', () => {
    const paused = {
      health: 'failing',
      state: 'Paused',
      waitsFor: 'x',
      nextActor: user('unpause it'),
      inherited: true,
    } as const
    const machines = ['a', 'b'].map((name) => part('Machine', name, paused))
    const pool = part('NodePool', 'workers', { ...paused, children: machines })

    const lines = print(part('HostedCluster', 'demo', { ...paused, inherited: false, children: [pool] }))

    expect(lines.slice(5)).toEqual([
      'HostedCluster clusters/demo  Paused         user  x',
      '└─ NodePool workers          Paused         user  x',
      '   └─ 2 below are so for the same reason',
    ])
  })
})

describe('what is printed of something that is not gone', () => {
  it('says since when, and what is in the way', () => {
    const goes = {
      health: 'waiting',
      state: 'Deleting',
      deletedAt: SINCE,
      waitsFor: 'finalizer x',
      nextActor: operator('hive'),
    } as const
    const lines = print(part('Widget', 'w', { ...goes, children: [part('Wheel', 'a', goes), part('Wheel', 'b')] }))

    expect(lines[0]).toBe('Widget clusters/w is being deleted since 5m')
    expect(lines.at(-1)).toBe('└─ 1 more is not in the way')
  })

  it('shows what belongs to several others once', () => {
    const goes = { health: 'waiting', state: 'Deleting', deletedAt: SINCE, nextActor: operator('hive') } as const
    const shared = part('Machine', 'm', {
      ...goes,
      waitsFor: 'its cloud',
      children: [part('VM', 'v', { ...goes, waitsFor: 'x' })],
    })
    const lines = print(
      part('Widget', 'w', {
        ...goes,
        children: [part('A', 'a', { ...goes, children: [shared] }), part('B', 'b', { ...goes, children: [shared] })],
      }),
    )

    expect(lines.filter((line) => line.includes('VM v'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('Machine m')).at(-1)).toMatch(/see above$/)
  })
})

describe('ages', () => {
  it('are those of the simulation, and a line says so', () => {
    const lines = print(
      { ...BROKEN, since: '2026-01-02T08:00:00Z', children: [] },
      { times: { now: NOW, simulated: NOW + 5 * 3_600_000 } },
    )

    expect(lines[0]).toBe('HostedCluster clusters/demo is not ready (EtcdWaitingForQuorum, 10m)')
    expect(lines.at(-1)).toContain('Time is simulated')
  })
})

describe('a long message', () => {
  const long = { ...BROKEN, waitsFor: 'word '.repeat(100), children: [] }

  it('is cut in a line of the tree, also where no terminal says how much fits', () => {
    const row = print(long).at(-1) ?? ''

    expect(row).toMatch(/^HostedCluster .*word…$/)
    expect(row.length).toBeLessThan(200)
  })

  it('is told as the reason, up to where it only goes on', () => {
    const why = print(long)[1] ?? ''

    expect(why.length).toBeGreaterThan(400)
    expect(why.endsWith('…')).toBe(true)
  })
})
