import { expect, it } from 'vitest'
import { conditionsOf, type Findings } from './conditions.ts'

const cloudZone = { nameServers: [], zoneID: 'Z1', available: true }

const textOf = (findings: Findings) =>
  conditionsOf({ spec: { zone: 'blue.example.com', linkToParentDomain: true } }, findings).map(
    ({ type, status, reason }) => `${type} ${status}/${reason}`,
  )

it('says of a zone that everything is well', () => {
  expect(textOf({ cloudZone, isManaged: true })).toEqual([
    'AuthenticationFailure False/AuthenticationSucceeded',
    'InsufficientCredentials False/AccessGranted',
    'DNSError False/NoError',
    'ZoneAvailable True/ZoneAvailable',
    'DomainNotManaged False/DomainManaged',
    'ParentLinkCreated True/ParentLinkCreated',
  ])
})

it('says what the cloud answered instead of a zone, and that nothing above it is managed', () => {
  expect(textOf({ error: 'throttled', isManaged: false })).toEqual([
    'AuthenticationFailure False/AuthenticationSucceeded',
    'InsufficientCredentials False/AccessGranted',
    'DNSError True/CloudError',
    'ZoneAvailable False/ZoneUnavailable',
    'DomainNotManaged True/DomainNotManaged',
    'ParentLinkCreated False/ParentLinkNotCreated',
  ])
})

it('knows nothing more where credentials do not work', () => {
  expect(textOf({ problem: 'secret aws not found', isManaged: true })).toEqual([
    'AuthenticationFailure True/AuthenticationFailed',
    'ZoneAvailable False/ZoneUnavailable',
  ])
})
