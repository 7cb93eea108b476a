import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { currentProcess } from '../internal/owner.ts'
import { claim } from './claim.ts'

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'skep-claim-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

it('lets one have the store at a time, and the next one when it is given up', () => {
  const directory = newDirectory()
  const release = claim(directory)
  expect(() => claim(directory)).toThrow(`is in use by process ${process.pid}`)

  release()
  claim(directory)

  expect(readdirSync(directory)).toEqual(['owner-000000000002'])
})

it('does not take a number that was taken and became free again while it looked', () => {
  const directory = newDirectory()
  const others: typeof linkSync = (from, to) => {
    // Meanwhile one became the first owner and gave up, and another became the second and removed the first.
    writeFileSync(join(directory, 'owner-000000000002'), JSON.stringify(currentProcess()))
    linkSync(from, to)
  }

  expect(() => claim(directory, others)).toThrow(`is in use by process ${process.pid}`)
  expect(readdirSync(directory)).toEqual(['owner-000000000002'])
})

it('is not its own obstacle where a process of the same number was killed while it claimed', () => {
  const directory = newDirectory()
  const draft = join(directory, `owner-${process.pid}.draft`)
  writeFileSync(draft, JSON.stringify({ pid: process.pid, started: 'long ago' }))
  linkSync(draft, join(directory, 'owner-000000000001'))

  claim(directory)

  expect(readdirSync(directory)).toEqual(['owner-000000000002'])
})

it('takes over from an owner of whom a crash of the machine left only the name', () => {
  const directory = newDirectory()
  writeFileSync(join(directory, 'owner-000000000008'), '')

  claim(directory)

  expect(JSON.parse(readFileSync(join(directory, 'owner-000000000009'), 'utf8'))).toEqual(currentProcess())
})
