import { describe, expect, it } from 'vitest'
import { NO_NAMES, takenNames } from './names.ts'
import { isServed, settleStatus } from './status.ts'
import { aDefinition } from './test/fixture.ts'

const NOW = '2030-01-01T00:00:00Z'
const LATER = '2030-01-02T00:00:00Z'
const FREE = takenNames([])
const TAKEN = takenNames([{ plural: 'others', kind: 'Widget' }])

const conditionsOf = (status: ReturnType<typeof settleStatus>) =>
  status.conditions?.map(({ type, status: value, reason }) => `${type} ${value} ${reason}`)

describe('the status of a definition', () => {
  it('establishes a definition that has all its names', () => {
    const status = settleStatus(aDefinition(), NO_NAMES, FREE, NOW)

    expect(conditionsOf(status)).toEqual(['NamesAccepted True NoConflicts', 'Established True InitialNamesAccepted'])
    expect(isServed(status)).toBe(true)
  })

  it('does not establish one that lacks some', () => {
    const status = settleStatus(aDefinition(), NO_NAMES, TAKEN, NOW)

    expect(conditionsOf(status)).toEqual(['NamesAccepted False KindConflict', 'Established False NotAccepted'])
    expect(isServed(status)).toBe(false)
  })

  it('keeps serving a definition that loses a fight for further names', () => {
    const before = settleStatus(aDefinition(), NO_NAMES, FREE, NOW)
    const names = { ...aDefinition().spec.names, shortNames: ['w'] }
    const others = takenNames([before.acceptedNames!, { plural: 'others', kind: 'Other', shortNames: ['w'] }])

    const status = settleStatus({ ...aDefinition({ names }), status: before }, before.acceptedNames!, others, LATER)

    expect(conditionsOf(status)).toEqual([
      'NamesAccepted False ShortNamesConflict',
      'Established True InitialNamesAccepted',
    ])
    expect(isServed(status)).toBe(true)
    expect(status.conditions?.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual([LATER, NOW])
  })

  it('changes nothing when nothing changed', () => {
    const before = settleStatus(aDefinition(), NO_NAMES, FREE, NOW)

    const after = settleStatus({ ...aDefinition(), status: before }, before.acceptedNames!, FREE, LATER)

    expect(after).toEqual(before)
  })

  it.each([
    [undefined, 'False', 'MissingAnnotation'],
    ['unapproved, experimental', 'False', 'UnapprovedAnnotation'],
    ['https://github.com/kubernetes/enhancements/pull/1', 'True', 'ApprovedAnnotation'],
    ['whatever', 'False', 'InvalidAnnotation'],
  ])('says of a protected group with approval %j: %s, %s', (approval, status, reason) => {
    const definition = aDefinition({ group: 'apps.k8s.io' })
    if (approval) definition.metadata.annotations = { 'api-approved.kubernetes.io': approval }

    const settled = settleStatus(definition, NO_NAMES, FREE, NOW)

    expect(settled.conditions?.[2]).toMatchObject({ type: 'KubernetesAPIApprovalPolicyConformant', status, reason })
  })
})
