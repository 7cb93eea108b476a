import { DatabaseError } from './errors.ts'

/** Where a database is. */
export type DatabaseLocation =
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'postgres'; readonly url: string }

/** Understands `sqlite:PATH` and `postgres://...`. Throws without repeating a password. */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length)
    if (path === '') throw invalidUrl(url, 'the path is missing')
    return { dialect: 'sqlite', path }
  }
  if (!/^postgres(ql)?:\/\//.test(url)) throw invalidUrl(url, 'it must begin with sqlite: or postgres://')
  if (!URL.canParse(url)) throw invalidUrl('postgres://...', 'it cannot be parsed; special characters need %-escapes')
  return { dialect: 'postgres', url }
}

/** The URL fit for logs and errors: without its password. */
export function describeUrl(url: string): string {
  if (url.startsWith('sqlite:')) return url
  if (!URL.canParse(url)) return '(a database URL that cannot be parsed)'
  const parsed = new URL(url)
  if (parsed.password !== '') parsed.password = '***'
  for (const name of parsed.searchParams.keys()) if (/pass/i.test(name)) parsed.searchParams.set(name, '***')
  return parsed.href
}

const invalidUrl = (url: string, why: string): DatabaseError =>
  new DatabaseError('Invalid', `${describeUrl(url)} is not the URL of a database: ${why}`)
