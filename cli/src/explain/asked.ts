import { UserError } from '../failure.ts'

/** What somebody asks about: `KIND NAME`, or `KIND/NAME` as kubectl prints it. */
export function parseAsked(first: string, second: string | undefined): { kind: string; name: string } {
  const [kind = '', name = second, ...rest] = first.split('/')
  const isTwice = second !== undefined && first.includes('/')
  if (kind === '' || !name || isTwice || rest.length > 0 || name.includes('/')) {
    throw new UserError(
      'say what to explain as KIND NAME or KIND/NAME, and where with -n: skep explain hc blue -n clusters',
    )
  }
  return { kind, name }
}
