import { describe, expect, it } from 'vitest'
import { parseReleaseVersion, type ReleaseVersion } from '../releases/index.ts'
import { releaseProblem, skewProblem } from './versions.ts'

const version = (text: string): ReleaseVersion => {
  const parsed = parseReleaseVersion(text)
  if (!parsed) throw new Error(`${text} is no version`)
  return parsed
}

describe('versions of node pools', () => {
  it.each([
    ['4.19.3', '4.19.3'],
    ['4.19.3', '4.19.0'],
    ['4.19.3', '4.16.40'],
    ['5.0.1', '4.20.5'],
    ['4.19.0', '4.19.0-rc.2'],
    ['4.19.0-rc.10', '4.19.0-rc.9'],
  ])('with a control plane of %s may be %s', (controlPlane, nodes) => {
    expect(skewProblem(version(controlPlane), version(nodes))).toBeUndefined()
  })

  it('may not be newer than the control plane', () => {
    expect(skewProblem(version('4.19.3'), version('4.19.4'))).toBe(
      'NodePool version 4.19.4 cannot be higher than the HostedCluster version 4.19.3',
    )
    expect(skewProblem(version('4.19.0-rc.9'), version('4.19.0-rc.10'))).toContain('cannot be higher')
    expect(skewProblem(version('4.19.0-rc.9'), version('4.19.0'))).toContain('cannot be higher')
  })

  it('may be three minor versions behind and no more', () => {
    expect(skewProblem(version('5.1.0'), version('4.20.9'))).toBe(
      'NodePool minor version 4.20 is less than 4.21, which is the minimum NodePool version compatible with the 5.1 HostedCluster',
    )
  })
})

describe('the release of a node pool', () => {
  const use = { platformType: 'Azure', networkType: 'OVNKubernetes' } as const

  it.each([
    ['4.20.0', use, 'the latest version supported is: "4.19.3". Attempting to use: "4.20.0"'],
    ['4.13.9', use, 'the minimum version supported for platform Azure is: "4.14". Attempting to use: "4.13.9"'],
    ['4.18.1', { ...use, current: version('4.19.0') }, 'y-stream downgrade from "4.19.0" to "4.18.1" is not supported'],
  ])('%s is refused', (wanted, given, problem) => {
    expect(releaseProblem(version(wanted), version('4.19.3'), given)).toBe(problem)
  })

  it('may be any supported one up to the minor version of the hosted cluster', () => {
    expect(releaseProblem(version('4.19.9'), version('4.19.3'), use)).toBeUndefined()
    expect(releaseProblem(version('4.14.0'), version('4.19.3'), use)).toBeUndefined()
    expect(releaseProblem(version('4.19.2'), version('4.19.3'), { ...use, current: version('4.19.3') })).toBeUndefined()
  })
})
