import { compileSchema, type JsonObject } from '@skep/schema'
import { expect, it } from 'vitest'
import { Pod } from './index.ts'
import { printed } from './testing.ts'

it('does what the README shows', () => {
  const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [{ name: 'c' }] } }
  compileSchema(Pod.schema.node).applyDefaults(pod as unknown as JsonObject)
  Pod.rules.defaults?.(pod)
  Pod.rules.prepareForCreate?.(pod)

  expect([pod.spec?.restartPolicy, pod.status?.qosClass]).toEqual(['Always', 'BestEffort'])
  expect(printed(Pod.rules.validate?.(pod) ?? [])).toEqual(['spec.containers[0].image: Required value'])
})
