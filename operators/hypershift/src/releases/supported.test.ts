import { describe, expect, it } from 'vitest'
import { unsupportedRelease } from './supported.ts'
import { parseReleaseVersion } from './version.ts'

const problemOf = (version: string, current?: string, networkType = 'OVNKubernetes') =>
  unsupportedRelease(parseReleaseVersion(version)!, {
    platformType: 'Azure',
    networkType,
    ...(current === undefined ? {} : { current: parseReleaseVersion(current)! }),
  })

describe('a release', () => {
  it.each(['4.14.0', '4.19.3', '4.23.1', '5.0.0', '5.1.7'])('is supported: %s', (version) => {
    expect(problemOf(version)).toBeUndefined()
  })

  it.each([
    ['4.7.9', 'releases before 4.8 are not supported. Attempting to use: "4.7.9"'],
    ['4.13.2', 'the minimum version supported for platform Azure is: "4.14". Attempting to use: "4.13.2"'],
    ['5.2.0', 'the latest version supported is: "5.1". Attempting to use: "5.2.0"'],
  ])('is too old or too new: %s', (version, problem) => {
    expect(problemOf(version)).toBe(problem)
  })

  it('is no step back to an earlier minor, over the major as well', () => {
    expect(problemOf('4.18.0', '4.19.3')).toBe('y-stream downgrade from "4.19.3" to "4.18.0" is not supported')
    expect(problemOf('4.22.0', '5.0.0')).toBe('y-stream downgrade from "5.0.0" to "4.22.0" is not supported')
    expect(problemOf('4.19.1', '4.19.3')).toBeUndefined()
    expect(problemOf('5.0.0', '4.22.3')).toBeUndefined()
  })

  it('has no OpenShiftSDN any more', () => {
    expect(problemOf('4.19.3', undefined, 'OpenShiftSDN')).toBe(
      'cannot use OpenShiftSDN with OCP version "4.19.3" > 4.10',
    )
    expect(problemOf('4.20.0', '4.19.3', 'OpenShiftSDN')).toBe(
      'y-stream upgrade from "4.19.3" to "4.20.0" is not for OpenShiftSDN',
    )
  })
})
