import { expect, it } from 'vitest'
import { parseVersion, versionOfRelease } from './versions.ts'

it.each([
  ['registry.example.com/release:4.17.0-x86_64', '4.17.0'],
  ['registry.example.com:5000/release:openshift-v4.17.0', '4.17.0'],
  ['registry.example.com/release:openshift-v4.17.0-ec.0-candidate', '4.17.0-ec.0'],
  [
    'registry.example.com/release:openshift-v4.18.0-0.nightly-2024-08-02-120000-nightly',
    '4.18.0-0.nightly-2024-08-02-120000',
  ],
  ['registry.example.com/release@sha256:0123', undefined],
  ['registry.example.com/release:latest', undefined],
])('the version of %s is %s', (image, version) => {
  expect(versionOfRelease(image)).toBe(version)
})

it('has parts for labels', () => {
  expect(parseVersion('4.17.3-rc.1')).toEqual({ major: '4', majorMinor: '4.17', patch: '4.17.3' })
  expect(parseVersion('unknown')).toBeUndefined()
})
