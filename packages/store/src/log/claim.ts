import { linkSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
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
export function claim(directory: string, link: typeof linkSync = linkSync): () => void {
  const draft = join(directory, `owner-${process.pid}.draft`)
  // One that a killed process of the same number left behind may be the same file as the newest owner's.
  rmSync(draft, { force: true })
  writeFileSync(draft, JSON.stringify(currentProcess()))
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const owners = ownersIn(directory)
      const newest = owners.at(-1)
      refuseIfOwned(directory, newest)
      const own = ownerName((newest?.number ?? 0) + 1)
      if (!takeNumber(directory, own, (path) => link(draft, path))) continue
      for (const { name } of owners) rmSync(join(directory, name), { force: true })
      return () => release(join(directory, own))
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
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether this number is ours now, and the newest. */
function takeNumber(directory: string, own: string, link: (path: string) => void): boolean {
  if (!isMade(() => link(join(directory, own)))) return false
  if (ownersIn(directory).at(-1)?.name === own) return true
  // Others were so fast that the number had been taken, and been free again, since we looked.
  rmSync(join(directory, own), { force: true })
  return false
}

function isMade(link: () => void): boolean {
  try {
    link()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * The file stays, so that nobody who has just looked takes a number for free that was taken. It is emptied, which needs
 * no space: a disk that is full does not keep the store from being opened again.
 */
const release = (path: string): void => truncateSync(path)
