import { Metrics, VirtualClock } from '@skep/base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBehaviours } from '../behaviour/behaviours.ts'
import { createSimulationClock } from '../clock/simulation-clock.ts'
import { MACHINE_KIND } from '../test/machines.ts'
import { createControlClient } from './client.ts'
import { goDuration } from './go-duration.ts'
import { serveControlApi } from './serve.ts'

interface Answered {
  readonly status?: string
  readonly error?: string
  readonly healthy?: boolean
  readonly machine?: { readonly states: { readonly name: string }[] }
}

async function startApi() {
  const clock = createSimulationClock({ base: new VirtualClock() })
  const metrics = new Metrics()
  const behaviours = createBehaviours({
    kinds: [MACHINE_KIND],
    recordedKinds: ['Machine'],
    config: { seed: 7 },
    clock,
    metrics,
  })
  const api = await serveControlApi(
    { behaviours, clock, metrics, resources: () => ({ machines: 3 }), engine: 'full' },
    { port: 0 },
  )
  onTestFinished(() => api.close())
  const call = async (method: string, path: string, body?: string) => {
    const answer = await fetch(`${api.url}${path}`, { method, ...(body === undefined ? {} : { body }) })
    return { status: answer.status, allow: answer.headers.get('allow'), body: (await answer.json()) as Answered }
  }
  return { api, behaviours, clock, call, client: createControlClient({ url: api.url }) }
}

describe('the control API', () => {
  it('answers every call as documented', async () => {
    const { call } = await startApi()
    const failure = '{"condition":"Broken","reason":"Fire","message":"x"}'
    const object = '/api/v1/overrides/machines/default/blue'

    expect(await call('POST', '/api/v1/config/machine', '{"defaultDelaySeconds":60}')).toMatchObject({
      status: 200,
      body: { status: 'updated' },
    })
    expect((await call('POST', `${object}/failure`, failure)).body).toEqual({ status: 'failure set' })
    expect((await call('POST', `${object}/delay`, '{"delaySeconds":30}')).body).toEqual({ status: 'delay set' })
    expect((await call('POST', `${object}/success`)).body).toEqual({ status: 'forced success set' })
    expect((await call('DELETE', object)).body).toEqual({ status: 'override cleared' })
    expect((await call('DELETE', object)).body).toEqual({ status: 'override cleared' })
    expect((await call('POST', '/api/v1/reset')).body).toEqual({ status: 'all overrides cleared' })
    expect((await call('GET', '/api/v1/status')).body).toEqual({
      healthy: true,
      uptime: expect.stringMatching(/^\d+s$/),
      engine: 'full',
      resources: { machines: 3 },
    })
  })

  it('gives the whole configuration, with switches in their section', async () => {
    const { call } = await startApi()

    const { body } = await call('GET', '/api/v1/config')

    expect(body).toMatchObject({
      machine: { defaultDelaySeconds: 5, needsPower: true, failureScenarios: [] },
      seed: 7,
      speed: 'real',
      clusterImageSets: [],
    })
    expect(body.machine?.states.map(({ name }) => name)).toEqual(['Off', 'Booting', 'Up'])
  })

  it('takes back the configuration that it gave', async () => {
    const { call, behaviours } = await startApi()
    const before = behaviours.config
    const { body } = await call('GET', '/api/v1/config')
    await call('POST', '/api/v1/config/machine', '{"needsPower":false}')

    expect((await call('PUT', '/api/v1/config', JSON.stringify(body))).body).toEqual({ status: 'updated' })

    expect(behaviours.config).toEqual(before)
  })

  it('replays a recording, tells what it replays, and drops it', async () => {
    const { call, client } = await startApi()
    const steps = [{ atSeconds: 1, state: 'Up' }]
    // Larger than other bodies may be.
    const objects = Array.from({ length: 20_000 }, (_, number) => ({
      kind: 'Machine',
      namespace: 'lab',
      name: `m-${number}`,
      outcome: 'ready',
      steps,
    }))
    const recording = { apiVersion: 'sim.skep.dev/v1', kind: 'Recording', objects }
    expect(await client.recording()).toBeUndefined()

    await client.replay(recording)
    expect(await client.recording()).toEqual(recording)
    expect(await call('PUT', '/api/v1/recording', '{"kind":"Recipe"}')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^this is no recording/) },
    })
    expect((await call('DELETE', '/api/v1/recording')).body).toEqual({ status: 'recording dropped' })

    expect(await call('GET', '/api/v1/recording')).toMatchObject({
      status: 404,
      body: { error: 'no recording is replayed' },
    })
  })

  it('shows Prometheus what was decided, and how fast time is', async () => {
    const { api, client } = await startApi()
    const blue = { namespace: 'default', name: 'blue' }
    await client.setDelay('machine', blue, 30)
    await client.setSpeed('instant')

    const answer = await fetch(`${api.url}/metrics`)

    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(text).toContain('\nskep_simulation_overrides{kind="Machine"} 1\n')
    expect(text).toContain('\nskep_simulation_clock_speed +Inf\n')
  })

  it.each([
    ['POST', '/api/v1/config/machine', '{', 400, /^Invalid request body: /],
    ['POST', '/api/v1/config/machine', undefined, 400, /^Invalid request body: EOF$/],
    ['POST', '/api/v1/config/machine', '{"defaultDelaySeconds":-1}', 400, /^Machine defaultDelaySeconds must be >= 0$/],
    ['POST', '/api/v1/config/toaster', '{}', 404, /^unknown resource type "toaster"/],
    ['POST', '/api/v1/overrides/toaster/default/x/success', undefined, 404, /^unknown resource type "toaster"/],
    ['POST', '/api/v1/overrides/machine/default/x/delay', '{"delaySeconds":-1}', 400, /^delaySeconds must be >= 0$/],
    ['GET', '/api/v2/config', undefined, 404, /^Not found: \/api\/v2\/config$/],
    ['GET', '/api/v1/overrides/machine//x', undefined, 404, /^Not found: /],
    ['GET', '/api/v1/log?after=x', undefined, 400, /^after must be a whole number$/],
    ['POST', '/api/v1/clock', '{}', 400, /^give advanceSeconds, or rate or speed$/],
    ['PUT', '/api/v1/seed', '{}', 400, /^seed must be a number or a text$/],
  ])('refuses %s %s with the body %s', async (method, path, body, status, message) => {
    const { call } = await startApi()

    const answer = await call(method, path, body)

    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatch(message)
  })

  it('says which methods a path has', async () => {
    const { call } = await startApi()

    expect(await call('DELETE', '/api/v1/config')).toEqual({
      status: 405,
      allow: 'GET, PUT',
      body: { error: 'Method not allowed' },
    })
  })

  it('refuses bodies that nobody could mean', async () => {
    const { call } = await startApi()
    expect((await call('PUT', '/api/v1/config', ' '.repeat(2 << 20))).status).toBe(413)
  })

  it('answers below the other prefix as well', async () => {
    const { call } = await startApi()
    expect((await call('GET', '/api/hive-simulator/v1/health')).body.healthy).toBe(true)
    expect((await call('PUT', '/api/hive-simulator/v1/config', '{}')).body).toEqual({ status: 'updated' })
  })

  it('names the port that is taken', async () => {
    const { api, behaviours } = await startApi()
    await expect(serveControlApi({ behaviours }, { port: api.port })).rejects.toThrow(
      `API server failed: listen tcp :${api.port}: bind: address already in use`,
    )
  })
})

describe('the client of the control API', () => {
  it('does everything that the API can', async () => {
    const { client, clock, behaviours } = await startApi()
    const blue = { namespace: 'default', name: 'blue' }
    const start = clock.now()

    await client.changeSection('machine', { defaultDelaySeconds: 60 })
    await client.setFailure('machine', blue, { condition: 'Broken', reason: 'Fire', message: 'x' })
    await client.setDelay('machine', { name: 'rack' }, 5)

    expect((await client.section('machine'))['defaultDelaySeconds']).toBe(60)
    expect(await client.overrides()).toEqual([
      {
        kind: 'Machine',
        namespace: 'default',
        name: 'blue',
        override: { failure: { condition: 'Broken', reason: 'Fire', message: 'x' } },
      },
      { kind: 'Machine', namespace: '', name: 'rack', override: { delaySeconds: 5 } },
    ])
    await client.clearOverride('machine', { name: 'rack' })
    await client.setSuccess('machine', blue)
    expect(behaviours.overrides().map(({ override }) => override)).toEqual([{ success: true }])

    expect(await client.setSpeed(0)).toEqual({ now: '2030-01-01T00:00:00.000Z', speed: 0 })
    expect(await client.advance(3_600)).toEqual({ now: '2030-01-01T01:00:00.000Z', speed: 0 })
    expect(clock.now() - start).toBe(3_600_000)
    expect((await client.time()).now).toBe('2030-01-01T01:00:00.000Z')

    await client.reseed('other')
    expect(await client.seed()).toBe('other')
    expect((await client.config())['seed']).toBe('other')
    await client.replaceConfig({ seed: 9 })
    await client.reset()
    expect(await client.seed()).toBe(7)
    expect((await client.status()).resources).toEqual({ machines: 3 })
    expect((await client.log()).map(({ action }) => action)).toEqual([
      'configuration changed',
      'failure set',
      'delay set',
      'override cleared',
      'forced success set',
      'speed set',
      'clock advanced',
      'seed set',
      'configuration replaced',
      'all overrides cleared',
    ])
    expect((await client.log(9)).map(({ sequence }) => sequence)).toEqual([10])
  })

  it('says what the API said', async () => {
    const { client } = await startApi()
    await expect(client.section('toaster')).rejects.toMatchObject({
      status: 404,
      message: 'unknown resource type "toaster": use one of machine',
    })
  })
})

describe('the time that a simulation has been up', () => {
  it.each([
    [0, '0s'],
    [45_999, '45s'],
    [120_000, '2m0s'],
    [5_025_000, '1h23m45s'],
    [3_600_000, '1h0m0s'],
  ])('is written as Go does: %i ms as %s', (ms, text) => {
    expect(goDuration(ms)).toBe(text)
  })
})
