import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { replicationControllerRules, replicationControllerTable } from './replication-controller.rules.ts'
import type { ReplicationController, ReplicationControllerSpec } from './replication-controller.ts'

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } }

function aController(spec: ReplicationControllerSpec): ReplicationController {
  const controller: ReplicationController = {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: { name: 'a', namespace: 'ns' },
    spec: structuredClone(spec),
  }
  replicationControllerRules.defaults?.(controller)
  return controller
}

describe('a replication controller', () => {
  it('selects and is labelled by the labels of its pods', () => {
    expect(aController({ template })).toMatchObject({
      metadata: { labels: { app: 'a' } },
      spec: { replicas: 1, selector: { app: 'a' }, template: { spec: { restartPolicy: 'Always' } } },
    })
  })

  it.each<[string, ReplicationControllerSpec, string[]]>([
    ['no template', {}, ['spec.selector: Required value', 'spec.template: Required value']],
    [
      'pods that it would not select',
      { selector: { app: 'b' }, template },
      ['spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`'],
    ],
    [
      'pods that end',
      { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
    [
      'fewer than no pods',
      { replicas: -1, template },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
  ])('refuses %s', (_what, spec, errors) => {
    expect(printed(replicationControllerRules.validate?.(aController(spec)) ?? [])).toEqual(errors)
  })

  it('reports counts that add up', () => {
    const controller = aController({ template })
    controller.status = { replicas: 1, readyReplicas: 2 }

    expect(
      printed(replicationControllerRules.validateUpdate?.(controller, controller, { subresource: 'status' }) ?? []),
    ).toEqual(['status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas'])
  })

  it('shows wanted, present and ready pods', () => {
    const controller = { ...aController({ template, replicas: 3 }), status: { replicas: 2, readyReplicas: 1 } }

    expect(replicationControllerTable.cells(controller, 0)).toEqual(['a', 3, 2, 1, '<unknown>', 'c', 'i:1', 'app=a'])
  })
})
