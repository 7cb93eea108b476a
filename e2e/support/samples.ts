import { readFileSync } from 'node:fs'

/** A file of samples as it is for one test: with its namespace, and its certificate request. */
export function samples(
  name: 'namespaced' | 'cluster-wide',
  { namespace, request = '' }: { namespace: string; request?: string },
): string {
  const text = readFileSync(new URL(`../samples/${name}.yaml`, import.meta.url), 'utf8')
  return text.replaceAll('NAMESPACE', namespace).replaceAll('REQUEST', request)
}

/** The kinds of a file of samples, in its order. */
export const kindsOf = (text: string): string[] => [...text.matchAll(/^kind: (\w+)$/gm)].map(([, kind = '']) => kind)
