import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  aDefinition,
  aVersion,
  aWidget,
  DEFINITIONS_PATH,
  type Fixture,
  startFixture,
  widgetsPath,
} from './test/fixture.ts'

let fixture: Fixture
beforeEach(async () => {
  fixture = await startFixture()
})
afterEach(() => fixture.server.close())

const number = { type: 'integer' } as const
const text = { type: 'string' } as const

describe('versions of a custom resource', () => {
  it('show the same object, each under its own name', async () => {
    await fixture.define(aDefinition({ versions: [aVersion('v1'), aVersion('v2')] }))
    await fixture.create(aWidget('a', { size: 3 }, 'v1'))

    const { body } = await fixture.read('a', 'v2')

    expect([body['apiVersion'], body['spec']]).toEqual(['example.com/v2', { size: 3 }])
  })

  it('keep only what the storage version knows', async () => {
    await fixture.define(aDefinition({ versions: [aVersion('v1'), aVersion('v2', { size: number, color: text })] }))

    const { body } = await fixture.create(aWidget('a', { size: 3, color: 'red' }, 'v2'))

    expect(body['spec']).toEqual({ size: 3 })
  })

  it('show what was stored before another version became the storage version', async () => {
    const versions = [aVersion('v1'), aVersion('v2')]
    await fixture.define(aDefinition({ versions }))
    await fixture.create(aWidget('old', { size: 1 }, 'v1'))

    const [v1, v2] = versions
    const spec = { versions: [v1, { ...v2, storage: true }] }
    const changed = await fixture.send('PATCH', `${DEFINITIONS_PATH}/widgets.example.com`, { spec })
    await fixture.create(aWidget('new', { size: 2 }, 'v1'))

    expect(changed.body.status?.['storedVersions']).toEqual(['v1', 'v2'])
    const { body } = await fixture.send('GET', widgetsPath('v1'))
    expect((body['items'] as { spec: object }[]).map(({ spec }) => spec)).toEqual([{ size: 2 }, { size: 1 }])
  })

  it('give what was stored earlier the defaults of a newer schema', async () => {
    await fixture.define(aDefinition())
    await fixture.create(aWidget('a', {}))

    const versions = [aVersion('v1', { size: { ...number, default: 7 } }, { storage: true })]
    await fixture.send('PATCH', `${DEFINITIONS_PATH}/widgets.example.com`, { spec: { versions } })

    expect((await fixture.read('a')).body['spec']).toEqual({ size: 7 })
  })

  it('can be selected by fields that only one of them offers', async () => {
    const selectableFields = [{ jsonPath: '.spec.size' }]
    const versions = [aVersion('v1'), aVersion('v2', undefined, { selectableFields })]
    await fixture.define(aDefinition({ versions }))
    await fixture.create(aWidget('a', { size: 1 }, 'v1'))
    await fixture.create(aWidget('b', { size: 2 }, 'v1'))

    const { body } = await fixture.send('GET', `${widgetsPath('v2')}?fieldSelector=spec.size%3D2`)

    expect((body['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)).toEqual(['b'])
  })
})
