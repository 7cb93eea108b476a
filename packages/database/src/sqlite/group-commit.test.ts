import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DatabaseError } from '../errors.ts'
import { GroupCommit } from './group-commit.ts'
import { SqliteConnection } from './sqlite-connection.ts'

/** Ends a flush: well, or with what went wrong. */
type EndFlush = (error?: Error) => void

describe('transactions that share a commit', () => {
  let folder = ''
  let writer: SqliteConnection
  let group: GroupCommit
  let flushes: EndFlush[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skep-group-'))
    writer = new SqliteConnection(join(folder, 'notes.db'), { journal_mode: 'WAL' })
    writer.exec('CREATE TABLE notes (text)')
    flushes = []
    const flush = () =>
      new Promise<void>((resolve, reject) => {
        flushes.push((error) => (error ? reject(error) : resolve()))
      })
    group = new GroupCommit(writer, flush)
  })
  afterEach(() => {
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const write = (text: string) => group.write(() => writer.run('INSERT INTO notes VALUES (?)', [text]).changes)
  const notes = () => writer.run('SELECT text FROM notes', []).rows.map(({ text }) => text)

  const until = async (isSo: () => boolean) => {
    while (!isSo()) await setImmediate()
  }

  it('are acknowledged when they are on disk, not when they are committed', async () => {
    const events: string[] = []
    const written = write('one').then(() => events.push('acknowledged'))
    await until(() => flushes.length === 1)
    expect(writer.inTransaction).toBe(false)
    expect(notes()).toEqual(['one'])

    events.push('on disk')
    flushes[0]!()
    await written

    expect(events).toEqual(['on disk', 'acknowledged'])
  })

  it('are refused once a flush failed: what follows a hole in the log is lost with it', async () => {
    const one = write('one')
    await until(() => flushes.length === 1)
    const two = write('two')
    // Committed: its flush waits for the one that fails.
    await until(() => notes().length === 2 && !writer.inTransaction)
    flushes[0]!(new DatabaseError('Failed', 'the disk is broken'))
    await expect(one).rejects.toThrow('the disk is broken')
    flushes[1]!()

    await expect(two).rejects.toThrow('the disk is broken')
    await expect(write('three')).rejects.toThrow('the disk is broken')
    expect(notes()).toEqual(['one', 'two'])
  })

  it('gather while there are many, and one alone waits for nobody', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let time = 0
    // Every look at the time takes a millisecond, and so does a commit.
    group = new GroupCommit(
      writer,
      async () => {},
      () => time++,
    )
    await Promise.all(['a', 'b', 'c', 'd'].map(write))

    const first = write('e')
    await setImmediate()
    const second = write('f')
    await setImmediate()
    expect(writer.inTransaction).toBe(true)
    vi.advanceTimersByTime(20)
    await Promise.all([first, second])
    await write('alone')

    expect(notes()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'alone'])
  })

  it('go on when a flush could merely not begin', async () => {
    const one = write('one')
    await until(() => flushes.length === 1)
    flushes[0]!(new DatabaseError('Unavailable', 'too many open files'))
    await expect(one).rejects.toThrow('too many open files')

    const two = write('two')
    await until(() => flushes.length === 2)
    flushes[1]!()

    expect(await two).toBe(1)
  })
})
