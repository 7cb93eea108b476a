import { realClock } from '@skep/base'
import { hasDatabaseReason, isRetriable } from '../errors.ts'
import { type Flush, FlushQueue } from './flush-queue.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** So many transactions share a commit at most, so that the first does not wait for ever. */
const MAX_GROUP = 512
/** How long another process may keep the file to itself. */
const LOCK_TIMEOUT_MS = 10_000
const LOCK_RETRY_MS = 5

/** From so many on, those who share a commit wait for others: as many will come again. */
const MANY = 4
/** Commits of such groups take this part of the time at most, as long as nobody waits too long for one. */
const COMMIT_SHARE = 1 / 40
const MAX_GATHER_MS = 20

interface Member {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Lets transactions write one after the other, and puts those that are ready on disk together: a flush waits for the
 * disk, a millisecond or more, whether it covers one transaction or hundreds. Each has a savepoint, so that it can fail
 * alone, and none is told that it succeeded before it is on disk. The thread goes on meanwhile, and others commit.
 */
export class GroupCommit {
  readonly #writer: SqliteConnection
  readonly #now: () => number
  /** Those who wait for their turn, first come first served. */
  #queue: (() => void)[] = []
  #taken = false
  #open = false
  #ready: Member[] = []
  #commitScheduled = false
  /** Before that, more transactions shall join. */
  #gatherUntil = 0
  readonly #flushes: FlushQueue
  /** Why nothing can be promised any more. */
  #lost: unknown

  /** The disk lives in real time, so `now` is of that too; only a test passes another one. */
  constructor(writer: SqliteConnection, flush: Flush, now = () => performance.now()) {
    this.#now = now
    this.#writer = writer
    this.#flushes = new FlushQueue(flush)
  }

  /** Whether somebody is writing at this moment, who may yet undo it. */
  get isTaken(): boolean {
    return this.#taken
  }

  /** Resolves when it is the caller's turn to write. */
  async begin(): Promise<void> {
    await this.#takeTurn()
    try {
      this.#writer.run('SAVEPOINT member', [])
    } catch (error) {
      this.#passOn()
      throw error
    }
  }

  /** Ends the caller's turn, unless it throws at once; resolves when what was written is on disk. */
  commit(): Promise<void> {
    this.#writer.run('RELEASE member', [])
    return this.#join()
  }

  /** Runs one statement as a transaction; it needs no savepoint, since SQLite undoes a statement that fails by itself. */
  async write<T>(statement: () => T): Promise<T> {
    await this.#takeTurn()
    let result: T
    try {
      result = statement()
    } catch (error) {
      // A full disk makes SQLite roll back everything by itself.
      if (!this.#writer.inTransaction) this.#fail(error)
      this.#passOn()
      throw error
    }
    await this.#join()
    return result
  }

  /** Ends the caller's turn as if it had not been. */
  rollback(error: unknown): void {
    // A full disk makes SQLite roll back everything by itself.
    if (this.#writer.inTransaction) this.#writer.exec('ROLLBACK TO member; RELEASE member')
    else this.#fail(error)
    this.#passOn()
  }

  /** Resolves when nothing is being written, and everything is on disk. */
  async idle(): Promise<void> {
    while (this.#taken || this.#open || this.#flushes.isBusy) await new Promise((resolve) => setImmediate(resolve))
  }

  async #takeTurn(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#queue.push(resolve))
    this.#taken = true
    try {
      if (this.#lost) throw this.#lost
      if (!this.#open) await this.#openGroup()
    } catch (error) {
      this.#passOn()
      throw error
    }
  }

  #join(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ready.push({ resolve, reject })
      this.#passOn()
    })
  }

  async #openGroup(): Promise<void> {
    // Another process cannot be asked how long it needs, and holds its lock in real time.
    const deadline = realClock.now() + LOCK_TIMEOUT_MS
    for (;;) {
      try {
        this.#writer.exec('BEGIN IMMEDIATE')
        this.#open = true
        return
      } catch (error) {
        if (!hasDatabaseReason(error, 'Busy') || realClock.now() > deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
      }
    }
  }

  #passOn(): void {
    this.#taken = false
    if (this.#ready.length >= MAX_GROUP) this.#commitGroup()
    const next = this.#queue.shift()
    if (next) {
      this.#taken = true
      next()
    } else if (!this.#commitScheduled) {
      this.#commitScheduled = true
      this.#commitSoon()
    }
  }

  /** Whoever else comes in this turn of the event loop still joins, or, where there are many, in the next few. */
  #commitSoon(): void {
    const commit = () => {
      this.#commitScheduled = false
      if (!this.#taken) this.#commitGroup()
    }
    const waitMs = this.#gatherUntil - this.#now()
    if (waitMs > 0) setTimeout(commit, waitMs)
    else setImmediate(commit)
  }

  #commitGroup(): void {
    if (!this.#open) return
    const begun = this.#now()
    try {
      this.#writer.exec('COMMIT')
    } catch (error) {
      if (this.#writer.inTransaction) this.#writer.exec('ROLLBACK')
      this.#fail(error)
      return
    }
    this.#open = false
    const members = this.#ready
    this.#ready = []
    const ended = this.#now()
    this.#gatherUntil = members.length < MANY ? 0 : ended + Math.min((ended - begun) / COMMIT_SHARE, MAX_GATHER_MS)
    void this.#settle(members)
  }

  async #settle(members: readonly Member[]): Promise<void> {
    try {
      await this.#flushes.flushed()
      if (this.#lost) throw this.#lost
      for (const member of members) member.resolve()
    } catch (error) {
      // The system forgets what it could not write, and calls the next flush a success; yet a log with a hole in it ends
      // there for whoever reads it. So nothing that comes after is safe.
      if (!isRetriable(error)) this.#lost ??= error
      for (const member of members) member.reject(error)
    }
  }

  #fail(error: unknown): void {
    this.#open = false
    const members = this.#ready
    this.#ready = []
    for (const member of members) member.reject(error)
  }
}
