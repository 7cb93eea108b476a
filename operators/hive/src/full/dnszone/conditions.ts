import type { DnsZone } from '@skep/api'
import type { HiveConditionUpdate } from '../../conditions.ts'
import type { CloudZone } from '../installer/infrastructure.ts'

/** What was found out about a zone. */
export interface Findings {
  /** What is wrong with its credentials. */
  readonly problem?: string | undefined
  /** What the cloud answered instead of a zone. */
  readonly error?: string | undefined
  readonly cloudZone?: CloudZone | undefined
  /** Whether Hive manages a domain above it. */
  readonly isManaged: boolean
}

/** Everything that is said of a zone. */
export function conditionsOf(
  { spec }: Pick<DnsZone, 'spec'>,
  { problem, error, cloudZone, isManaged }: Findings,
): HiveConditionUpdate[] {
  const available = cloudZone?.available ?? false
  const authenticated = {
    type: 'AuthenticationFailure',
    ...told(problem !== undefined, ['AuthenticationFailed', problem ?? ''], AUTHENTICATED),
  }
  if (problem !== undefined) return [authenticated, zoneAvailable(false)]
  return [
    authenticated,
    { type: 'InsufficientCredentials', ...told(false, ['AccessDenied', ''], ACCESS_GRANTED) },
    { type: 'DNSError', ...told(error !== undefined, ['CloudError', error ?? ''], NO_ERROR) },
    zoneAvailable(available),
    ...(spec.linkToParentDomain ? parentOf(cloudZone !== undefined, isManaged) : []),
  ]
}

type Words = readonly [reason: string, message: string]

const AUTHENTICATED: Words = ['AuthenticationSucceeded', 'Credentials passed authentication check']
const ACCESS_GRANTED: Words = ['AccessGranted', 'Credentials grant what zones need']
const NO_ERROR: Words = ['NoError', 'No error occurred']

function told(holds: boolean, whenTrue: Words, whenFalse: Words): Omit<HiveConditionUpdate, 'type'> {
  const [reason, message] = holds ? whenTrue : whenFalse
  return { status: holds ? 'True' : 'False', reason, message }
}

const zoneAvailable = (available: boolean): HiveConditionUpdate => ({
  type: 'ZoneAvailable',
  ...told(
    available,
    ['ZoneAvailable', 'DNS SOA record for zone is reachable'],
    ['ZoneUnavailable', 'DNS SOA record for zone is not reachable'],
  ),
})

/** Whether the domain above points here, which only a managed one can be made to. */
const parentOf = (exists: boolean, isManaged: boolean): HiveConditionUpdate[] => [
  {
    type: 'DomainNotManaged',
    ...told(!isManaged, ['DomainNotManaged', 'No domain above it is managed'], ['DomainManaged', 'Domain is managed']),
  },
  {
    type: 'ParentLinkCreated',
    ...told(
      exists && isManaged,
      ['ParentLinkCreated', 'Parent link created'],
      ['ParentLinkNotCreated', 'Parent link not created'],
    ),
  },
]
