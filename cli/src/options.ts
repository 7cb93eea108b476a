import { parseGoDuration } from '@skep/base'
import { InvalidArgumentError, Option } from 'commander'

/** A port number, 0 for any free one. */
export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('a port is a number from 0 to 65535')
  return port
}

/** A number of things, 0 or more. */
export function parseCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number')
  return Number(text)
}

/** Whether something is wanted, as `true` or `false`. */
export function parseSwitch(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('expected true or false')
  return text === 'true'
}

/** Whether hosted clusters are imported by hand only, which the variable of the upstream agent says as well. */
export const autoImportOption = (): Option =>
  new Option('--disable-auto-import <boolean>', 'whether HostedClusters become ManagedClusters by hand only')
    .argParser(parseSwitch)
    .env('DISABLE_AUTO_IMPORT')

/** How long something takes, as `90s`, `5m` or `1h30m`, in milliseconds. */
export function parseTime(text: string): number {
  // Nothing needs no unit.
  const ms = text === '0' ? 0 : parseGoDuration(text)
  if (ms === undefined) throw new InvalidArgumentError('a time is written as 90s, 5m or 1h30m')
  return ms
}

/** Collects the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[]): string[] => [...before, value]

/** Reads names that are separated by commas, each of which must be one of those that there are; any unless given. */
export const parseNames =
  <Name extends string>(known?: readonly Name[]) =>
  (text: string): Name[] => {
    const names = text.split(',').filter((name) => name !== '')
    const unknown = names.find((name) => known !== undefined && !known.some((other) => other === name))
    if (unknown === undefined) return names as Name[]
    throw new InvalidArgumentError(`there is no ${unknown}; there are ${known?.join(', ')}`)
  }
