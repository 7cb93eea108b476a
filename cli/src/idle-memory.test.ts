import { beforeEach, describe, expect, it } from 'vitest'
import { idleCollector } from './idle-memory.ts'

const MB = 1 << 20

describe('idleCollector', () => {
  let cpu = 0
  let others = 0
  let used = 40 * MB
  let collections = 0
  const sensors = {
    cpuMs: () => cpu,
    othersShare: () => others,
    bytesInUse: () => used,
    collect: () => {
      collections++
      used = 50 * MB
    },
  }

  beforeEach(() => {
    cpu = 0
    others = 0
    used = 40 * MB
    collections = 0
  })

  it('collects once work has left much behind and is over', () => {
    const look = idleCollector(sensors)
    used = 200 * MB

    look()
    look()

    expect(collections).toBe(2)
  })

  it('does not interrupt work', () => {
    const look = idleCollector(sensors)
    used = 200 * MB
    cpu = 900

    look()

    expect(collections).toBe(0)
  })

  it('collects much where there is always a little to do', () => {
    const look = idleCollector(sensors)
    used = 100 * MB
    cpu += 300
    look()
    expect(collections).toBe(0)

    used = 200 * MB
    cpu += 300
    look()

    expect(collections).toBe(2)
  })

  it('waits for others on the machine, but not for ever', () => {
    const look = idleCollector(sensors)
    used = 200 * MB
    others = 0.5

    for (let seconds = 1; seconds < 120; seconds++) look()
    expect(collections).toBe(0)

    look()
    expect(collections).toBe(2)
  })

  it('leaves little alone', () => {
    const look = idleCollector(sensors)
    used = 62 * MB

    look()

    expect(collections).toBe(0)
  })
})
