import type { Route } from './routes.ts'

/** A route that a path takes, and what the path says for its parameters. */
export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

interface Template {
  readonly route: Route
  readonly segments: readonly string[]
}

/** Finds the route of a path below any of the prefixes. */
export function createRouter(
  prefixes: readonly string[],
  routes: readonly Route[],
): (path: string) => Match | undefined {
  const templates: Template[] = routes.map((route) => ({ route, segments: route.path.slice(1).split('/') }))
  return (path) => {
    const prefix = prefixes.find((candidate) => path.startsWith(`${candidate}/`))
    const segments = prefix === undefined ? undefined : decodeSegments(path.slice(prefix.length + 1))
    if (segments === undefined) return undefined
    for (const template of templates) {
      const params = match(template, segments)
      if (params) return { route: template.route, params }
    }
    return undefined
  }
}

/** Undefined for what nobody could have encoded. */
function decodeSegments(path: string): string[] | undefined {
  try {
    return path.replace(/\/$/, '').split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function match({ segments: wanted }: Template, segments: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const given = segments[index]!
    if (segment.startsWith(':') && given !== '') params[segment.slice(1)] = given
    else if (segment !== given) return undefined
  }
  return params
}
