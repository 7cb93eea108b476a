import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { currentProcess, isRunning } from './owner.ts'

describe('isRunning', () => {
  it('knows this process', () => {
    expect(isRunning(currentProcess())).toBe(true)
  })

  it('knows that an ended process has ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])

    expect(isRunning({ pid, started: '' })).toBe(false)
  })

  it.runIf(process.platform === 'linux')('is not misled by a process that was given the same number later', () => {
    expect(isRunning({ ...currentProcess(), started: 'another time' })).toBe(false)
  })
})
