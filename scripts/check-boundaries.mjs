// Fails when a folder imports what the architecture does not allow (docs/architecture.md shows the same table).
// A folder may import what its row names, and whatever those may import: arrows go down only.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ALLOWED = {
  'packages/base': [],
  'packages/schema': ['packages/base'],
  'packages/api': ['packages/schema'],
  'packages/store': ['packages/base'],
  'packages/apiserver': ['packages/store', 'packages/schema', 'packages/api'],
  'packages/client': ['packages/api'],
  'packages/controller': ['packages/client'],
  'packages/database': ['packages/base'],
  'packages/service': ['packages/database'],
  'packages/sim': ['packages/api', 'packages/controller'],
  'operators/*': ['packages/api', 'packages/controller', 'packages/sim'],
  'providers/*': ['packages/api', 'packages/controller', 'packages/sim'],
  'services/*': ['packages/service', 'packages/client', 'packages/api'],
  console: ['packages/api'],
  cli: ['*'],
}

/** The row of a path, such as `operators/*` for `operators/hive/src/index.ts`; undefined outside the table. */
export function rowOf(path) {
  const [top, second] = path.split('/')
  return [`${top}/${second}`, `${top}/*`, top].find((row) => row in ALLOWED)
}

/** Everything a row may import, itself included, following the table downwards. */
export function reachable(row, seen = new Set()) {
  if (seen.has(row)) return seen
  seen.add(row)
  for (const next of ALLOWED[row] ?? []) reachable(next, seen)
  return seen
}

const SCOPE = '@skep/'
const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/** What is wrong with the imports of one file; `folderOf` gives the folder of a workspace package. */
export function violations(file, text, folderOf) {
  const own = rowOf(file)
  const test = /\.test\.ts$|\/test\//.test(file)
  return [...text.matchAll(IMPORT)].flatMap(([, target]) => {
    if (target.startsWith('.')) return crossFolder(file, target) ? [`${file}: reach ${target} by its package name`] : []
    if (!target.startsWith(SCOPE)) return []
    const [, name, ...rest] = target.split('/')
    const folder = folderOf(`${SCOPE}${name}`)
    if (!folder) return [`${file}: no package is called ${target}`]
    if (rest.includes('src') || rest.includes('internal')) return [`${file}: ${target} is not public`]
    const row = rowOf(folder)
    // Tests may start the embedded server to prove that their package works against it.
    if (ALLOWED[own].includes('*') || row === own || (test && row === 'packages/apiserver')) return []
    return reachable(own).has(row) ? [] : [`${file}: ${own} may not import ${row}`]
  })
}

function crossFolder(file, target) {
  const from = file
    .split('/')
    .slice(0, rowOf(file).includes('/') ? 2 : 1)
    .join('/')
  return relative(from, join(dirname(file), target)).startsWith('..')
}

function* sourceFiles(dir) {
  for (const item of readdirSync(dir, { withFileTypes: true })) {
    if (item.name === 'node_modules' || item.name === 'dist') continue
    const path = join(dir, item.name)
    if (item.isDirectory()) yield* sourceFiles(path)
    else if (/\.(ts|tsx|mjs)$/.test(item.name)) yield path
  }
}

function main() {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
  process.chdir(root)
  const tops = readdirSync('.').filter((top) => Object.keys(ALLOWED).some((row) => row.split('/')[0] === top))
  const files = tops.flatMap((top) => [...sourceFiles(top)]).filter((file) => rowOf(file))
  const folders = new Map(
    [
      ...new Set(
        files.map((file) =>
          file
            .split('/')
            .slice(0, rowOf(file).includes('/') ? 2 : 1)
            .join('/'),
        ),
      ),
    ].map((folder) => [JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name, folder]),
  )
  const found = files.flatMap((file) => violations(file, readFileSync(file, 'utf8'), (name) => folders.get(name)))
  for (const line of found) console.error(line)
  if (found.length > 0) process.exit(1)
  console.log(`Boundaries hold in ${files.length} files`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main()
