import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { qosClassOf } from './pod.qos.ts'
import { podRules } from './pod.rules.ts'
import type { Pod } from './pod.ts'
import type { PodSpec } from './pod-spec.ts'

function aPod(spec: Partial<PodSpec> = {}, more: Partial<Pod> = {}): Pod {
  const pod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'ns' },
    spec: { containers: [{ name: 'main', image: 'app:1' }], ...spec },
    ...more,
  }
  podRules.defaults?.(pod)
  return pod
}
const copy = (pod: Pod): Pod => structuredClone(pod)
const main = { subresource: '' }
const status = { subresource: 'status' }

describe('a new pod', () => {
  it('is pending, whatever its creator says of its status', () => {
    const pod = aPod({}, { status: { phase: 'Running', podIP: '1.2.3.4' } })

    podRules.prepareForCreate?.(pod)

    expect(pod.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' })
  })

  it('says that it waits when its scheduling is gated', () => {
    const pod = aPod({ schedulingGates: [{ name: 'example.com/wait' }] })

    podRules.prepareForCreate?.(pod)

    expect(pod.status?.conditions).toEqual([
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
        lastProbeTime: null,
        lastTransitionTime: null,
      },
    ])
  })

  it('requests what it is limited to, and on the network of the node has the ports of its containers', () => {
    const pod = aPod({
      hostNetwork: true,
      containers: [{ name: 'c', image: 'i:1', ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1' } } }],
    })

    expect(pod.spec?.containers[0]).toMatchObject({
      resources: { limits: { cpu: '1' }, requests: { cpu: '1' } },
      ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }],
    })
  })

  it('turns a negative grace period into one second', () => {
    expect(aPod({ terminationGracePeriodSeconds: -1 }).spec?.terminationGracePeriodSeconds).toBe(1)
  })

  it('writes its label values into selectors that ask for them', () => {
    const term = { topologyKey: 'zone', labelSelector: {}, matchLabelKeys: ['hash'] }
    const pod = aPod(
      { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } },
      { metadata: { name: 'a', labels: { hash: '1' } } },
    )

    podRules.prepareForCreate?.(pod)

    expect(pod.spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.[0]?.labelSelector).toEqual(
      {
        matchExpressions: [{ key: 'hash', operator: 'In', values: ['1'] }],
      },
    )
  })

  it('has no ephemeral containers, and no node while it is gated', () => {
    const pod = aPod({
      ephemeralContainers: [{ name: 'd', image: 'i' }],
      nodeName: 'n',
      schedulingGates: [{ name: 'g' }],
    })

    expect(printed(podRules.validateCreate?.(pod) ?? [])).toEqual([
      'spec.ephemeralContainers: Forbidden: cannot be set on create',
      'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
    ])
  })

  it('needs an account for its tokens and no blanks around its image', () => {
    const pod = aPod({
      containers: [{ name: 'c', image: ' i' }],
      volumes: [{ name: 't', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
    })

    expect(printed(podRules.validate?.(pod) ?? [])).toEqual([
      'spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
      'spec.containers[0].image: Invalid value: " i": must not have leading or trailing whitespace',
    ])
  })
})

describe('changing a pod', () => {
  const errorsOf = (change: (pod: Pod) => void, stored = aPod()): string[] => {
    const pod = copy(stored)
    change(pod)
    return printed(podRules.validateUpdate?.(pod, stored, main) ?? [])
  }
  const spec = (pod: Pod): PodSpec => pod.spec as PodSpec

  it('may change images, shorten the deadline and add tolerations', () => {
    const stored = aPod({ activeDeadlineSeconds: 20, tolerations: [{ key: 'k', operator: 'Exists' }] })

    const errors = errorsOf((pod) => {
      Object.assign(spec(pod).containers[0] ?? {}, { image: 'app:2' })
      spec(pod).activeDeadlineSeconds = 10
      spec(pod).tolerations?.push({ key: 'more', operator: 'Exists' })
    }, stored)

    expect(errors).toEqual([])
  })

  it('may not change anything else, and is told what it changed', () => {
    expect(
      errorsOf((pod) => {
        spec(pod).nodeName = 'other'
      }),
    ).toEqual([
      'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\nchanged: nodeName',
    ])
  })

  it.each<[string, Partial<PodSpec>, (pod: Pod) => void, string]>([
    [
      'add a container',
      {},
      (pod) => spec(pod).containers.push({ name: 'b', image: 'i' }),
      'spec.containers: Forbidden: pod updates may not add or remove containers',
    ],
    [
      'lengthen the deadline',
      { activeDeadlineSeconds: 10 },
      (pod) => Object.assign(spec(pod), { activeDeadlineSeconds: 20 }),
      'spec.activeDeadlineSeconds: Invalid value: 20: must be less than or equal to previous value',
    ],
    [
      'take the deadline back',
      { activeDeadlineSeconds: 10 },
      (pod) => delete spec(pod).activeDeadlineSeconds,
      'spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value',
    ],
    [
      'remove a toleration',
      { tolerations: [{ key: 'k', operator: 'Exists' }] },
      (pod) => delete spec(pod).tolerations,
      'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
    ],
    [
      'add a scheduling gate',
      {},
      (pod) => Object.assign(spec(pod), { schedulingGates: [{ name: 'g' }] }),
      "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'g'",
    ],
  ])('may not %s', (_what, before, change, error) => {
    expect(errorsOf(change, aPod(before))).toEqual([error])
  })

  it('may narrow where it goes while it is gated', () => {
    const stored = aPod({ schedulingGates: [{ name: 'g' }] })

    expect(
      errorsOf((pod) => {
        spec(pod).nodeSelector = { zone: 'a' }
      }, stored),
    ).toEqual([])
  })

  it('gains ephemeral containers through their own subresource, and never loses one', () => {
    const stored = aPod({ ephemeralContainers: [{ name: 'd', image: 'i' }] })
    const pod = aPod({ ephemeralContainers: [{ name: 'e', image: 'i' }], nodeName: 'ignored' })

    podRules.prepareForUpdate?.(pod, stored, { subresource: 'ephemeralcontainers' })

    expect(pod.spec?.nodeName).toBeUndefined()
    expect(printed(podRules.validateUpdate?.(pod, stored, { subresource: 'ephemeralcontainers' }) ?? [])).toEqual([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "d" may not be removed\n',
    ])
  })
})

describe('the status of a pod', () => {
  it('is written apart from its spec', () => {
    const stored = aPod({}, { status: { phase: 'Pending', qosClass: 'BestEffort' } })
    const pod = aPod(
      { nodeName: 'other' },
      { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } },
    )
    const mainUpdate = copy(pod)

    podRules.prepareForUpdate?.(pod, stored, status)
    podRules.prepareForUpdate?.(mainUpdate, stored, main)

    expect(pod.spec).toEqual(stored.spec)
    expect(pod.status).toMatchObject({ phase: 'Running', qosClass: 'BestEffort' })
    expect(mainUpdate.status).toEqual(stored.status)
    expect(mainUpdate.spec?.nodeName).toBe('other')
  })

  it('keeps one address and the list of addresses the same', () => {
    expect(aPod({}, { status: { podIP: '10.0.0.1' } }).status?.podIPs).toEqual([{ ip: '10.0.0.1' }])
    expect(aPod({}, { status: { podIPs: [{ ip: '10.0.0.2' }] } }).status?.podIP).toBe('10.0.0.2')
  })

  it('shows times that nobody has set as null', () => {
    const pod = aPod(
      {},
      {
        status: {
          containerStatuses: [
            {
              name: 'c',
              ready: true,
              restartCount: 0,
              image: 'i',
              imageID: '',
              state: { running: {} },
              lastState: { terminated: { exitCode: 1 } },
            },
          ],
        },
      },
    )

    expect(pod.status?.containerStatuses?.[0]).toMatchObject({
      state: { running: { startedAt: null } },
      lastState: { terminated: { startedAt: null, finishedAt: null } },
    })
  })

  it('does not let a container that has ended for good run again', () => {
    const ended = {
      name: 'main',
      ready: false,
      restartCount: 0,
      image: 'i',
      imageID: '',
      state: { terminated: { exitCode: 0 } },
    }
    const stored = aPod({ restartPolicy: 'Never' }, { status: { qosClass: 'BestEffort', containerStatuses: [ended] } })
    const pod = copy(stored)
    pod.status = { qosClass: 'BestEffort', containerStatuses: [{ ...ended, state: { running: {} } }] }

    expect(printed(podRules.validateUpdate?.(pod, stored, status) ?? [])).toEqual([
      'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
    ])
  })
})

describe('deleting a pod', () => {
  it.each<[string, Partial<PodSpec>, string, number | undefined, number]>([
    ['waits as long as the pod says', { nodeName: 'n', terminationGracePeriodSeconds: 7 }, 'Running', undefined, 7],
    ['waits as long as the client says', { nodeName: 'n' }, 'Running', 3, 3],
    ['does not wait before the pod has a node', {}, 'Pending', 3, 0],
    ['does not wait for what has ended', { nodeName: 'n' }, 'Succeeded', undefined, 0],
    ['waits a second for less than nothing', { nodeName: 'n' }, 'Running', -5, 1],
  ])('%s', (_what, spec, phase, requested, seconds) => {
    expect(podRules.gracePeriodSeconds?.(aPod(spec, { status: { phase } }), requested)).toBe(seconds)
  })
})

describe('qosClassOf', () => {
  const container = (resources: object) => ({ name: 'c', image: 'i', resources })
  const full = { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1000m', memory: '1Gi' } }

  it.each([
    ['BestEffort', [container({})]],
    ['Guaranteed', [container(full)]],
    ['Burstable', [container(full), container({})]],
    ['Burstable', [container({ limits: { cpu: '1' }, requests: { cpu: '1' } })]],
    ['Burstable', [container({ requests: { memory: '1Gi' } })]],
    ['BestEffort', [container({ requests: { 'ephemeral-storage': '1Gi' } })]],
  ])('is %s for %j', (qosClass, containers) => {
    expect(qosClassOf({ containers })).toBe(qosClass)
  })

  it('goes by the resources of the pod as a whole where it has any', () => {
    expect(qosClassOf({ containers: [container({})], resources: full })).toBe('Guaranteed')
  })
})

describe('warnings about a new pod', () => {
  it('tells what will not work as expected', () => {
    const pod = aPod(
      {
        nodeSelector: { 'beta.kubernetes.io/os': 'linux' },
        containers: [
          {
            name: 'c',
            image: 'i:1',
            env: [
              { name: 'A', value: '1' },
              { name: 'A', value: '2' },
              { name: 'A', value: '$(A)3' },
            ],
            ports: [{ containerPort: 80, name: 'x' }, { containerPort: 80 }],
          },
        ],
        volumes: [{ name: 'v', gitRepo: { repository: 'r' } }],
      },
      { metadata: { name: 'a.b' } },
    )

    expect(podRules.warnings?.(pod)).toEqual([
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
      'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      'spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+',
      'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
      'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
    ])
  })
})
