// Puts the compiled program into a few files (docs/decisions/0008-bundle.md): loading a thousand modules one by one takes
// longer than everything else that a start does. Does nothing when nothing was compiled since.
import { readdirSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const OUTPUT = 'cli/bundle'
// Has binaries of its own, or is so large and seldom needed that it is better left where it is.
const EXTERNAL = ['lmdb', 'libsql', '@kubernetes/client-node']

/** Nobody reads them there, and every start would. */
const COMMENTS = { legal: true, annotation: false, jsdoc: false }

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The compiler writes the record of a project whenever it has compiled it. */
function isFresh() {
  const folders = ['packages', 'operators', 'providers', 'services']
  const projects = ['cli', ...folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))]
  const inputs = ['scripts/bundle.mjs', ...projects.map((project) => `${project}/tsconfig.tsbuildinfo`)]
  return inputs.every((path) => changedAt(path) < changedAt(`${OUTPUT}/main.js`))
}

/** Made aside and put in place at the end, so that a program that starts meanwhile finds the old one whole. */
async function makeBundle() {
  const [made, former] = [`${OUTPUT}.${process.pid}.new`, `${OUTPUT}.${process.pid}.old`]
  const bundle = await rolldown({ input: 'cli/dist/main.js', platform: 'node', external: EXTERNAL })
  await bundle.write({ dir: made, format: 'esm', comments: COMMENTS })
  await rename(OUTPUT, former).catch(() => {})
  await rename(made, OUTPUT)
  await rm(former, { recursive: true, force: true })
}

if (!isFresh()) await makeBundle()
