import { describe, expect, it } from 'vitest'
import { createFailureClassifier, parseKnownFailures } from './failure-reason.ts'

const classify = createFailureClassifier()

describe('the reason of a failed install', () => {
  it.each([
    ['Error creating VPC: VpcLimitExceeded: The maximum number of VPCs has been reached.', 'AWSVPCLimitExceeded'],
    ['Error: creating EC2 Instance: InsufficientInstanceCapacity', 'AWSInsufficientCapacity'],
    ['level=error msg="Bootstrap failed to complete"', 'GenericBootstrapFailed'],
    ['failed: waiting for kubernetes api: context deadline exceeded', 'KubeAPIWaitTimeout'],
    ['NetworkInterfaceLimitExceeded', 'FallbackResourceLimitExceeded'],
  ])('of %j is %s', (log, reason) => {
    expect(classify(log).reason).toBe(reason)
  })

  it('is UnknownError with the whole log when nothing is recognised', () => {
    expect(classify('something odd')).toEqual({ reason: 'UnknownError', message: 'something odd' })
    expect(classify(undefined).message).toBe('Cluster install failed but installer log was not captured')
  })

  it('may be one that an administrator added', () => {
    const additional = parseKnownFailures(`
- name: Rack
  searchRegexStrings: ["rack [0-9]+ is full"]
  installFailingReason: RackFull
  installFailingMessage: No room
- name: Broken
  searchRegexStrings: ["("]
  installFailingReason: Broken
- nonsense`)
    expect(createFailureClassifier(additional)('the RACK 12 is full')).toEqual({
      reason: 'RackFull',
      message: 'No room',
    })
    expect(parseKnownFailures('{')).toEqual([])
  })
})
