import { describe, expect, it } from 'vitest'
import type { ServedResource } from '../../contracts.ts'
import type { Webhook } from './compile.ts'
import { WebhookTable } from './webhook-table.ts'

const resource = (group: string, plural: string) => ({ group, resource: plural, version: 'v1' }) as ServedResource
const webhook = (name: string, rule: object): Webhook =>
  ({ name, criteria: { rules: [{ operations: ['*'], apiVersions: ['v1'], ...rule }] } }) as unknown as Webhook

const table = new WebhookTable([
  webhook('pods', { operations: ['CREATE'], apiGroups: [''], resources: ['pods'] }),
  webhook('scales', { apiGroups: ['apps'], resources: ['*/scale'] }),
  webhook('all', { apiGroups: ['*'], resources: ['*'], operations: ['DELETE'] }),
])

const found = (operation: 'CREATE' | 'UPDATE' | 'DELETE', of: ServedResource, subresource = '') =>
  table.of({ operation, resource: of, subresource }).map(({ name }) => name)

describe('the webhooks that a write may concern', () => {
  it('are those with a rule for its operation and resource, in their order', () => {
    expect(found('CREATE', resource('', 'pods'))).toEqual(['pods'])
    expect(found('UPDATE', resource('', 'pods'))).toEqual([])
    expect(found('DELETE', resource('', 'pods'))).toEqual(['all'])
  })

  it('are told apart by subresource', () => {
    expect(found('UPDATE', resource('apps', 'deployments'), 'scale')).toEqual(['scales'])
    expect(found('UPDATE', resource('apps', 'deployments'))).toEqual([])
    expect(found('DELETE', resource('apps', 'deployments'), 'scale')).toEqual(['scales'])
  })

  it('include those whose rules name another version, which may be about this one too', () => {
    expect(found('CREATE', { ...resource('', 'pods'), version: 'v2' } as ServedResource)).toEqual(['pods'])
  })
})
