import { close, constants, fdatasync, ftruncate, open, openSync, truncateSync, write } from 'node:fs'
import { promisify } from 'node:util'

const closeFile = promisify(close)
const openFile = promisify(open)
const flushFile = promisify(fdatasync)
const cutFile = promisify(ftruncate)

/** What is written has reached the disk when the write returns: one step instead of a write and a flush. */
const DURABLE = constants.O_WRONLY | constants.O_CREAT | (constants.O_DSYNC ?? 0)
const OWNER_ONLY = 0o600

/** A file of this size is worth making room ahead. */
const ROOM_FROM_BYTES = 64 << 10
/** With less room than this left, more is made. */
const LEAST_ROOM_BYTES = 512 << 10
const MORE_ROOM = Buffer.alloc(1 << 20)

/** Opens a file to go on after its first `length` bytes; what comes after them is cut off. */
export function continueFile(path: string, length: number): Appender {
  truncateSync(path, length)
  return new Appender(openSync(path, DURABLE, OWNER_ONLY), length)
}

/** Makes a file. */
export async function createFile(path: string, options?: AppenderOptions): Promise<Appender> {
  return new Appender(await openFile(path, DURABLE | constants.O_TRUNC, OWNER_ONLY), 0, options)
}

export interface AppenderOptions {
  /** Nobody waits for this file's writes: no room is made ahead. */
  readonly unhurried?: boolean
}

/**
 * A file that grows at its end. A write that makes a file longer is a change to the file system, too, and takes several
 * times as long as one that does not: so room is made ahead, in the background.
 */
export class Appender {
  readonly #descriptor: number
  readonly #unhurried: boolean
  /** Where the data ends. */
  #end: number
  /** Where the room ends. */
  #room: number
  #makingRoom: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(descriptor: number, length: number, { unhurried = false }: AppenderOptions = {}) {
    this.#descriptor = descriptor
    this.#unhurried = unhurried
    this.#end = length
    this.#room = length
  }

  /** Resolves when all bytes are on the disk. */
  async append(bytes: Buffer): Promise<void> {
    // Nobody writes where room is being made: it is made of zeros.
    if (this.#end + bytes.length > this.#room) await this.#makingRoom
    await writeAt(this.#descriptor, bytes, this.#end)
    // Where the system does not flush with the write.
    if (constants.O_DSYNC === undefined) await flushFile(this.#descriptor)
    this.#end += bytes.length
    this.#room = Math.max(this.#room, this.#end)
    if (this.#unhurried || this.#end < ROOM_FROM_BYTES) return
    if (this.#room - this.#end < LEAST_ROOM_BYTES) this.#makeRoom()
  }

  /** Closes the file once, however often it is called: by then its number may stand for another file. */
  close(): Promise<void> {
    this.#closing ??= this.#cutAndClose()
    return this.#closing
  }

  async #cutAndClose(): Promise<void> {
    await this.#makingRoom
    try {
      if (this.#room > this.#end) await cutFile(this.#descriptor, this.#end)
    } finally {
      await closeFile(this.#descriptor)
    }
  }

  #makeRoom(): void {
    if (this.#makingRoom) return
    const made = () => {
      this.#room += MORE_ROOM.length
      this.#makingRoom = undefined
    }
    // Without room a write takes longer; if there is none on the disk, that write says so.
    const failed = () => {
      this.#makingRoom = undefined
    }
    this.#makingRoom = writeAt(this.#descriptor, MORE_ROOM, this.#room).then(made, failed)
  }
}

function writeAt(descriptor: number, bytes: Buffer, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const from = (start: number): void =>
      write(descriptor, bytes, start, bytes.length - start, position + start, (error, written) => {
        if (error) reject(error)
        else if (start + written < bytes.length) from(start + written)
        else resolve()
      })
    from(0)
  })
}
