import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const SKIPPED = new Set(['node_modules', 'dist', 'bundle'])

/** All Markdown files below a folder; folders of tools and of what is generated are left out. */
function documentsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return documentsIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** The text without blocks of code, in which brackets mean something else. */
const proseOf = (path: string): string => readFileSync(path, 'utf8').replace(/^ *```.*?^ *```$/gms, '')

/** The anchors that headings get: lower case, without punctuation, with hyphens for blanks. */
const anchorsOf = (path: string): string[] =>
  [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** What is wrong with a link of a document; undefined when it leads somewhere, or out of the clone. */
function problemOf(document: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(target)) return `${link}: there is no such file`
  if (anchor === undefined || statSync(target).isDirectory() || anchorsOf(target).includes(anchor)) return undefined
  return `${link}: there is no such heading`
}

describe('the links of every document', () => {
  for (const document of documentsIn(root)) {
    it(`lead somewhere: ${relative(root, document)}`, () => {
      const links = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)

      expect(links.map((link) => problemOf(document, link)).filter((problem) => problem !== undefined)).toEqual([])
    })
  }
})
