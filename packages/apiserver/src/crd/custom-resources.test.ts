import { openMemoryStore } from '@skep/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aDefinition, aVersion, aWidget, conditionOf, type Fixture, startFixture, widgetsPath } from './test/fixture.ts'

let fixture: Fixture
beforeEach(async () => {
  fixture = await startFixture()
})
afterEach(() => fixture.server.close())

const established = (answer: Awaited<ReturnType<Fixture['definition']>>) =>
  conditionOf(answer.body, 'Established')?.['status'] === 'True'

describe('a definition', () => {
  it('serves its objects as soon as its creation is answered', async () => {
    await fixture.define(aDefinition())

    const created = await fixture.create(aWidget('a', { size: 1 }))

    expect(created.status).toBe(201)
    expect(created.body['spec']).toEqual({ size: 1 })
  })

  it('says in its status that it is served', async () => {
    await fixture.define(aDefinition())

    const { body } = await fixture.until(established)

    expect(body.status?.['acceptedNames']).toEqual({
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
    })
    expect(conditionOf(body, 'NamesAccepted')).toMatchObject({ status: 'True', reason: 'NoConflicts' })
    expect(conditionOf(body, 'Established')).toMatchObject({
      status: 'True',
      reason: 'InitialNamesAccepted',
      message: 'the initial names have been accepted',
    })
  })

  it('is not served while another has its names, and is when they become free', async () => {
    await fixture.define(aDefinition())
    const taken = { plural: 'gadgets', singular: 'gadget', kind: 'Widget', listKind: 'GadgetList' }
    await fixture.define(aDefinition({ names: taken }))

    const { body } = await fixture.until(
      (answer) => conditionOf(answer.body, 'NamesAccepted') !== undefined,
      'gadgets.example.com',
    )
    expect(conditionOf(body, 'NamesAccepted')).toMatchObject({
      status: 'False',
      reason: 'KindConflict',
      message: '"Widget" is already in use',
    })
    expect((await fixture.send('GET', '/apis/example.com/v1/gadgets')).status).toBe(404)

    await fixture.undefine()
    await fixture.until(established, 'gadgets.example.com')
    expect((await fixture.send('GET', '/apis/example.com/v1/gadgets')).status).toBe(200)
  })

  it('takes its objects with it when it is deleted', async () => {
    await fixture.define(aDefinition())
    await fixture.create(aWidget('a'))

    const deleted = await fixture.undefine()

    expect(deleted.body.metadata?.['finalizers']).toEqual(['customresourcecleanup.apiextensions.k8s.io'])
    await fixture.until(({ status }) => status === 404)
    const { status, text } = await fixture.read('a')
    expect([status, text]).toEqual([404, '404 page not found\n'])
    await fixture.define(aDefinition())
    expect((await fixture.send('GET', widgetsPath())).body['items']).toEqual([])
  })

  it('takes their history with it, too', async () => {
    await fixture.define(aDefinition())
    await fixture.create(aWidget('a', { size: 1 }))
    const { store } = fixture.server

    await fixture.undefine()
    await fixture.until(({ status }) => status === 404)

    expect(store.buckets().filter((name) => name.includes('widgets'))).toEqual([])
  })

  it('waits for the finalizers of its objects, and takes no new ones meanwhile', async () => {
    await fixture.define(aDefinition())
    const held = aWidget('held')
    await fixture.create({ ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } } as typeof held)
    await fixture.undefine()

    const { body } = await fixture.until(
      (answer) => conditionOf(answer.body, 'Terminating')?.['reason'] === 'InstanceDeletionInProgress',
    )
    expect(body.metadata?.['deletionTimestamp']).toBeDefined()
    const late = await fixture.create(aWidget('late'))
    expect(late.status).toBe(403)
    expect(late.body['message']).toBe(
      'widgets.example.com "late" is forbidden: create not allowed while custom resource definition is terminating',
    )

    await fixture.send('PATCH', `${widgetsPath()}/held`, { metadata: { finalizers: null } })
    await fixture.until(({ status }) => status === 404)
  })

  it('cannot take the place of a built-in resource', async () => {
    await fixture.send('POST', '/apis/apps/v1/namespaces/default/controllerrevisions', {
      metadata: { name: 'kept' },
      revision: 1,
      data: { a: 1 },
    })
    const names = { plural: 'controllerrevisions', kind: 'ControllerRevision' }
    const definition = aDefinition({ group: 'apps', names })
    await fixture.define({ ...definition, metadata: { name: 'controllerrevisions.apps' } })
    await fixture.undefine('controllerrevisions.apps')
    await fixture.until(({ status }) => status === 404, 'controllerrevisions.apps')

    const { body } = await fixture.send('GET', '/apis/apps/v1/namespaces/default/controllerrevisions/kept')

    expect(body['revision']).toBe(1)
  })

  it('ends the watches of a resource that changes', async () => {
    await fixture.define(aDefinition())
    const watch = await fixture.server.handle({ path: `${widgetsPath()}?watch=true` })

    const definition = aDefinition({ versions: [aVersion('v1', { size: { type: 'string' } })] })
    await fixture.send('PATCH', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com`, {
      spec: { versions: definition.spec.versions },
    })

    expect((await watch.body()).toString()).toBe('')
  })
})

describe('logical clusters', () => {
  it('serve only what they define themselves', async () => {
    await fixture.server.clusters.create('tenant')
    await fixture.define(aDefinition())

    fixture.prefix = '/clusters/tenant'

    expect((await fixture.send('GET', widgetsPath())).status).toBe(404)
    await fixture.define(aDefinition())
    expect((await fixture.send('GET', widgetsPath())).status).toBe(200)
  })

  it('share one resource when their definitions are equal', async () => {
    const tenant = await fixture.server.clusters.create('tenant')
    await fixture.define(aDefinition())
    fixture.prefix = '/clusters/tenant'
    await fixture.define(aDefinition())

    const at = { group: 'example.com', resource: 'widgets' }
    expect(tenant.resource(at)).toBe(fixture.server.clusters.root.resource(at))
  })
})

describe('a restart', () => {
  it('serves what was defined before, and goes on with deletions', async () => {
    const store = openMemoryStore()
    const before = await startFixture({ store })
    await before.define(aDefinition())
    const held = aWidget('held', { size: 2 })
    await before.create({ ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } } as typeof held)
    await before.undefine()
    await before.server.close()

    const after = await startFixture({ store })
    expect((await after.read('held')).body['spec']).toEqual({ size: 2 })
    await after.send('PATCH', `${widgetsPath()}/held`, { metadata: { finalizers: null } })
    await after.until(({ status }) => status === 404)

    await after.server.close()
    await store.close()
  })
})
