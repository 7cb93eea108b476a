import { describe, expect, it } from 'vitest'
import { created, refusal } from '../test/objects.ts'
import { APIService } from './api-service.ts'

const metadata = { name: 'v1.x.example' }
const spec = { group: 'x.example', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10 }

describe('an APIService', () => {
  it('is available at once when it is served here', () => {
    const local = created(APIService, { metadata: { ...metadata, creationTimestamp: '2026-01-01T00:00:00Z' }, spec })

    expect(local.status?.conditions).toEqual([
      {
        type: 'Available',
        status: 'True',
        reason: 'Local',
        message: 'Local APIServices are always available',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ])
    expect(APIService.rules.cells?.(local, Date.parse('2026-01-01T00:00:09Z'))).toEqual([
      'v1.x.example',
      'Local',
      'True',
      '9s',
    ])
  })

  it('is yet to be reached when it is served elsewhere', () => {
    const remote = created(APIService, { metadata, spec: { ...spec, service: { name: 's', namespace: 'n' } } })

    expect(remote.spec.service?.port).toBe(443)
    expect(remote.status).toEqual({})
    expect(APIService.rules.cells?.(remote, 0)).toEqual(['v1.x.example', 'n/s', 'Unknown', '<unknown>'])
  })

  it.each([
    [
      { group: 'y.example' },
      ['metadata.name: Invalid value: "v1.x.example": must be `spec.version+"."+spec.group`: "v1.y.example"'],
    ],
    [
      { groupPriorityMinimum: 0, versionPriority: 2000 },
      [
        'spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
        'spec.versionPriority: Invalid value: 2000: must be positive and less than 1000',
      ],
    ],
    [
      { caBundle: 'eHk=', insecureSkipTLSVerify: true },
      [
        'spec.caBundle: Invalid value: "2 bytes": local APIServices may not have a caBundle',
        'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
      ],
    ],
    [
      { service: { name: '', namespace: '', port: 0 } },
      [
        'spec.service.namespace: Required value',
        'spec.service.name: Required value',
        'spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
      ],
    ],
    [{}, []],
  ])('is checked: %j', (more, messages) => {
    expect(refusal(APIService, { metadata, spec: { ...spec, ...more } })).toEqual(messages)
  })
})
