import { ConfigMap, ManifestWork } from '@skep/api'
import { StatusError } from '@skep/base'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { CLUSTER, configMap, said, startWorld, type TestWorld } from '../test/world.ts'

const one = { namespace: 'default', name: 'one' }

const feedback = (feedbackScrapeType: 'Poll' | 'Watch', ...paths: string[]) => ({
  manifestConfigs: [
    {
      resourceIdentifier: { group: '', resource: 'configmaps', ...one },
      feedbackScrapeType,
      feedbackRules: [
        { type: 'JSONPaths' as const, jsonPaths: paths.map((path) => ({ name: path.split('.').at(-1)!, path })) },
      ],
    },
  ],
})
const told = async (world: TestWorld, name = 'blue') => (await world.work(name))?.status?.resourceStatus?.manifests?.[0]
const values = async (world: TestWorld) =>
  (await told(world))?.statusFeedback?.values?.map(({ name, fieldValue }) => `${name}=${fieldValue.string}`)
const paint = (world: TestWorld, colour: string) =>
  world.client.patch(ConfigMap, one, { type: 'merge', body: { data: { colour } } })

/** Objects that are there stay as they are. */
const createOnly = ({ manifestConfigs }: ReturnType<typeof feedback>) => ({
  manifestConfigs: manifestConfigs.map((config) => ({ ...config, updateStrategy: { type: 'CreateOnly' as const } })),
})

/** A client before whose requests something happens. */
function interposed(world: TestWorld, before: (request: { method?: string; path: string }) => Promise<void>): Client {
  const transport = inProcessTransport(world.server)
  const request: typeof transport.request = async (request) => {
    await before(request)
    return transport.request(request)
  }
  return createClient({ clock: world.clock, transport: { ...transport, request } })
}

/** Lets a change reach all who watch. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('feedback', () => {
  it('is told along with the first status', async () => {
    const world = await startWorld()

    await world.post('blue', [configMap('one')], feedback('Poll', '.data.colour', '.data.none'))

    expect(await values(world)).toEqual(['colour=blue'])
    expect(said((await told(world))?.conditions)).toContain('StatusFeedbackSynced=True/StatusFeedbackSynced')
  })

  it('is told within 19 seconds of a change', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], feedback('Poll', '.data.colour'))
    await world.seconds(30)

    await paint(world, 'red')
    await world.seconds(19)

    expect(await values(world)).toEqual(['colour=red'])
  })

  it('is told no more often than every ten seconds', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], feedback('Poll', '.data.colour'))
    await paint(world, 'red')

    await world.seconds(9)
    expect(await values(world)).toEqual(['colour=blue'])

    await world.seconds(10)
    expect(await values(world)).toEqual(['colour=red'])
  })

  it('is told of what changes while the rest of the work is being applied', async () => {
    const world = await startWorld({ agent: false })
    await world.start({
      spoke: interposed(world, async ({ method, path }) => {
        if (method === 'POST' && path.includes('/configmaps') && (await world.work('blue'))?.metadata.generation === 2)
          await paint(world, 'red').then(turns)
      }),
    })
    const config = feedback('Poll', '.data.colour')
    const manifests = [configMap('one', { size: 'small' }), configMap('two')]
    await world.post('blue', manifests.slice(0, 1), createOnly(config))
    await world.seconds(30)

    await world.change('blue', { workload: { manifests } })
    await world.seconds(19)

    expect(await values(world)).toEqual(['colour=red'])
  })

  it('is told soon when the hub did not take it', async () => {
    const world = await startWorld({ agent: false })
    let refusals = 3
    await world.start({
      hub: interposed(world, async ({ method, path }) => {
        if (method === 'PATCH' && path.includes('/manifestworks/blue/status') && refusals-- > 0)
          throw new StatusError('Forbidden', 'not now')
      }),
    })

    await world.post('blue', [configMap('one')], feedback('Poll', '.data.colour'))
    await world.seconds(19)

    expect(await values(world)).toEqual(['colour=blue'])
  })

  it('is told at once of watched objects', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], feedback('Watch', '.data.colour'))

    await paint(world, 'red')
    await world.clock.settle()

    expect(await values(world)).toEqual(['colour=red'])
  })

  it('moves the time of its condition whenever values change', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], feedback('Watch', '.data.colour'))
    const time = async () =>
      (await told(world))?.conditions.find(({ type }) => type === 'StatusFeedbackSynced')?.lastTransitionTime
    const first = await time()

    await world.seconds(100)
    expect(await time()).toBe(first)
    await paint(world, 'red')
    await world.clock.settle()

    expect(await time()).toBe('2030-01-01T00:01:40Z')
  })

  it('says what it cannot tell, and tells the rest', async () => {
    const world = await startWorld()

    await world.post('blue', [configMap('one')], feedback('Poll', '.data.colour', '.data'))

    expect(await values(world)).toEqual(['colour=blue'])
    const condition = (await told(world))?.conditions.find(({ type }) => type === 'StatusFeedbackSynced')
    expect(condition).toMatchObject({ status: 'False', reason: 'StatusFeedbackSyncFailed' })
    expect(condition?.message).toContain(
      'Sync status feedback failed with error the value of data (.data) is an object',
    )
  })

  it('is raw JSON where that is chosen', async () => {
    const world = await startWorld({ agent: { rawFeedbackJsonString: true } })

    await world.post('blue', [configMap('one')], feedback('Poll', '.data'))

    expect((await told(world))?.statusFeedback?.values).toEqual([
      { name: 'data', fieldValue: { type: 'JsonRaw', jsonRaw: '{"colour":"blue"}' } },
    ])
  })

  it('goes when nobody asks for it any more', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], feedback('Poll', '.data.colour'))

    await world.change('blue', { manifestConfigs: null })

    expect((await told(world))?.statusFeedback).toBeUndefined()
    expect(said((await told(world))?.conditions)).toContain('StatusFeedbackSynced=True/NoStatusFeedbackSynced')
  })
})

describe('conditions that rules make', () => {
  it('come with the rules and go with them', async () => {
    const world = await startWorld()
    const [config] = feedback('Watch').manifestConfigs
    const rule = { condition: 'Painted', type: 'CEL' as const, celExpressions: ['object.data.colour != "blue"'] }
    await world.post('blue', [configMap('one')], { manifestConfigs: [{ ...config!, conditionRules: [rule] }] })
    expect(said((await told(world))?.conditions)).toContain('Painted=False/ConditionRuleEvaluated')

    await paint(world, 'red')
    await world.clock.settle()
    expect(said((await world.work('blue'))?.status?.conditions)).toContain('Painted=True/ConditionRulesAggregated')

    await world.change('blue', { manifestConfigs: null })
    expect(JSON.stringify((await world.work('blue'))?.status)).not.toContain('Painted')
  })
})

describe('availability', () => {
  it('follows the object', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one'), configMap('two')])
    await world.seconds(30)

    await world.client.delete(ConfigMap, one)
    await world.seconds(19)

    const work = await world.work('blue')
    expect(work?.status?.conditions?.find(({ type }) => type === 'Available')).toMatchObject({
      status: 'False',
      reason: 'ResourcesNotAvailable',
      message: '1 of 2 resources are not available',
    })
  })
})

describe('an agent that may not watch', () => {
  it('asks for each object instead', async () => {
    const world = await startWorld({ agent: false })
    const transport = inProcessTransport(world.server)
    const spoke = createClient({
      clock: world.clock,
      transport: {
        ...transport,
        request: (request) => {
          if (request.method !== 'GET' || !request.path.includes('/configmaps?')) return transport.request(request)
          return Promise.reject(new StatusError('Forbidden', 'no lists and no watches of ConfigMaps'))
        },
      },
    })
    await world.start({ spoke })
    await world.post('blue', [configMap('one')], feedback('Watch', '.data.colour'))
    expect(await values(world)).toEqual(['colour=blue'])

    await paint(world, 'red')
    await world.seconds(19)
    expect(await values(world)).toEqual(['colour=red'])

    await world.client.delete(ManifestWork, { namespace: CLUSTER, name: 'blue' })
    await world.seconds(30)
    expect(await world.work('blue')).toBeUndefined()
  })
})

describe('an agent with nothing to do', () => {
  it('asks for nothing between the times at which everything is applied again', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], feedback('Poll', '.data.colour'))
    await world.seconds(60)
    const requests: string[] = []
    world.client.observe(({ method }) => requests.push(method))

    await world.seconds(120)

    expect(requests).toEqual([])
  })
})
