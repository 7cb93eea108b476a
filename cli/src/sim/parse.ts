import type { ObjectRef } from '@skep/client'
import type { Speed } from '@skep/sim'
import { InvalidArgumentError } from 'commander'
import { UserError } from '../failure.ts'

/** Types whose objects are in no namespace. */
const CLUSTER_WIDE = /^managedclusters?$/i

/** An object of a type as people write it: `NAMESPACE/NAME`, or `NAME` for what is in no namespace. */
export function parseObject(type: string, text: string): ObjectRef {
  const parts = text.split('/')
  const [first = '', second] = parts
  const form = CLUSTER_WIDE.test(type) ? ['NAME'] : ['NAMESPACE', 'NAME']
  if (parts.length !== form.length || parts.includes('')) {
    const example = [...form.slice(1).map(() => 'default'), second || first || 'blue'].join('/')
    throw new UserError(`"${text}" names no ${type}: write ${form.join('/')}, such as ${example}`)
  }
  return second === undefined ? { name: first } : { namespace: first, name: second }
}

/** `real`, `instant`, `paused`, or how many times as fast as real time: `60x`. */
export function parseSpeed(text: string): Speed {
  if (text === 'real' || text === 'instant') return text
  if (text === 'paused') return 0
  const [, factor] = /^(\d+(?:\.\d+)?)x?$/.exec(text) ?? []
  if (factor === undefined || Number(factor) === 0)
    throw new InvalidArgumentError('a speed is real, instant, paused or a factor such as 60x')
  return Number(factor)
}

/** A number of seconds, not less than none. */
export function parseSeconds(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('expected a number of seconds')
  return Number(text)
}

/** `field=value` pairs; a value is JSON where it can be read as JSON, and text otherwise. */
export function parseSettings(pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new InvalidArgumentError(`"${pair}" is not of the form field=value`)
      return [pair.slice(0, at), parseValue(pair.slice(at + 1))]
    }),
  )
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
