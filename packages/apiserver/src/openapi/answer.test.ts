import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDefinition, aVersion, DEFINITIONS_PATH, type Fixture, startFixture } from '../crd/test/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
  await fixture.define(aDefinition())
})
afterAll(() => fixture.server.close())

const indexed = async (path: string): Promise<string> =>
  JSON.parse((await fixture.send('GET', '/openapi/v3')).text).paths[path]?.serverRelativeURL

describe('/openapi/v3', () => {
  it('lists every group version under a hash', async () => {
    expect(await indexed('api/v1')).toMatch(/^\/openapi\/v3\/api\/v1\?hash=[0-9A-F]{128}$/)
    expect(await indexed('apis/example.com/v1')).toMatch(/^\/openapi\/v3\/apis\/example.com\/v1\?hash=[0-9A-F]{128}$/)
  })

  it('lets clients keep for good what they get by hash', async () => {
    const { status, headers, body } = await fixture.send('GET', await indexed('apis/example.com/v1'))

    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json',
      'public, immutable, max-age=31536000',
    ])
    expect(body['openapi']).toBe('3.0.0')
  })

  it.each(['/openapi/v3', '/openapi/v3/apis/example.com/v1'])('does not send %s again to who has it', async (path) => {
    const { headers } = await fixture.send('GET', path)

    const again = await fixture.send('GET', path, undefined, { 'if-none-match': String(headers['etag']) })

    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('leads from an old hash to the present one', async () => {
    const { status, headers } = await fixture.send('GET', '/openapi/v3/apis/example.com/v1?hash=ABC')

    expect([status, headers['location']]).toEqual([301, await indexed('apis/example.com/v1')])
  })

  it('changes the hash of what a definition changes, and of nothing else', async () => {
    const [custom, core] = [await indexed('apis/example.com/v1'), await indexed('api/v1')]

    const versions = [aVersion('v1', { size: { type: 'string' } }, { storage: true })]
    await fixture.send('PATCH', `${DEFINITIONS_PATH}/widgets.example.com`, { spec: { versions } })

    expect(await indexed('apis/example.com/v1')).not.toBe(custom)
    expect(await indexed('api/v1')).toBe(core)
  })

  it('has nothing to say about groups that are not served', async () => {
    const { status, text } = await fixture.send('GET', '/openapi/v3/apis/none.example/v1')

    expect([status, text]).toEqual([404, ''])
  })
})

describe('/openapi/v2', () => {
  const accept = (type: string) => fixture.send('GET', '/openapi/v2', undefined, { accept: type })

  it('is JSON unless protobuf is asked for', async () => {
    expect((await accept('*/*')).headers['content-type']).toBe('application/json')
    expect((await accept('application/com.github.proto-openapi.spec.v2@v1.0+protobuf')).headers['content-type']).toBe(
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    )
  })

  it('refuses other forms', async () => {
    expect((await accept('text/html')).status).toBe(406)
  })
})
