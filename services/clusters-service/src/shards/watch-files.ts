import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Clock, Logger, Timer } from '@skep/base'

/** Editors and config maps write in several steps; looking once they are done is enough. */
const SETTLE_MS = 200

/**
 * Calls back after files changed, one call at a time. Directories are watched rather than files, because most changes are
 * renames over the old file, and those of config maps renames of a link beside it.
 */
export function watchFiles(
  paths: readonly string[],
  clock: Clock,
  onChange: () => Promise<unknown>,
  log: Logger,
): () => void {
  let timer: Timer | undefined
  let running: Promise<unknown> = Promise.resolve()
  const changed = () => {
    timer?.cancel()
    timer = clock.setTimer(SETTLE_MS, () => {
      running = running.then(onChange, onChange)
    })
  }
  const watchers = [...groupByDirectory(paths)].map(([directory, names]) =>
    watchDirectory(
      directory,
      (name) => (name === undefined || names.has(name) || name.startsWith('..')) && changed(),
      log,
    ),
  )
  return () => {
    timer?.cancel()
    for (const watcher of watchers) watcher.close()
  }
}

function watchDirectory(directory: string, onName: (name: string | undefined) => void, log: Logger): FSWatcher {
  const watcher = watch(directory, { persistent: false }, (_event, name) => onName(name ?? undefined))
  watcher.on('error', (error) => log.error('Cannot follow changes of files any more', { directory, error }))
  return watcher
}

function groupByDirectory(paths: readonly string[]): Map<string, Set<string>> {
  const directories = new Map<string, Set<string>>()
  for (const path of paths) {
    const names = directories.get(dirname(path)) ?? new Set()
    directories.set(dirname(path), names.add(basename(path)))
  }
  return directories
}
