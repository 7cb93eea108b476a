import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentProcess, isRunning, type ProcessIdentity } from '../internal/owner.ts'

/** How often somebody else may be faster before this gives up. */
const ATTEMPTS = 10
const NAME = /^owner-(\d{12})$/

/**
 * Makes this process the owner of the store, or throws when another one is. Owners count upwards: who finds that the
 * newest one has ended becomes the next, by a link that only one process can make. There is no lock to go stale.
 * Returns how to give it up.
 */
export function claim(directory: string): () => void {
  const draft = join(directory, `owner-${process.pid}.draft`)
  writeFileSync(draft, JSON.stringify(currentProcess()))
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const owners = ownersIn(directory)
      const newest = owners.at(-1)
      refuseIfOwned(directory, newest)
      const own = join(directory, ownerName((newest?.number ?? 0) + 1))
      if (!makeLink(draft, own)) continue
      for (const { name } of owners) rmSync(join(directory, name), { force: true })
      return () => release(own)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  throw new Error(`the store in ${directory} is being opened by others; try again`)
}

const ownerName = (number: number): string => `owner-${String(number).padStart(12, '0')}`

function ownersIn(directory: string) {
  return readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const [, number] = NAME.exec(name) ?? []
      return number === undefined ? [] : [{ name, number: Number(number) }]
    })
}

function refuseIfOwned(directory: string, newest: { name: string } | undefined): void {
  const owner = newest && readOwner(join(directory, newest.name))
  if (owner === undefined || !isRunning(owner)) return
  throw new Error(`the store in ${directory} is in use by process ${owner.pid}; stop it or choose another directory`)
}

/** Undefined when it was given up, has just been replaced by a newer one, or did not survive the end of the machine. */
function readOwner(path: string): ProcessIdentity | undefined {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity | null) ?? undefined
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function makeLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The file stays, so that nobody who has just looked takes a number for free that was taken. */
function release(path: string): void {
  writeFileSync(`${path}.draft`, 'null')
  renameSync(`${path}.draft`, path)
}
