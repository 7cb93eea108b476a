import { defineKind, kubeObject, s } from '@skep/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../server.ts'
import { CONFIG_MAP, DEPLOYMENT } from './test/kubectl-bodies.ts'
import { message } from './test/message.ts'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'
const Widget = defineKind({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
  schema: s.object(kubeObject),
  custom: true,
})

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer({ controllers: false, kinds: [Widget] })
})
afterAll(() => server.close())

const send = (method: string, path: string, body: Buffer, accept = `${PROTOBUF},application/json`) =>
  server.handle({ method, path, body, headers: { 'content-type': PROTOBUF, accept } })

const deleteOptions = (options: Buffer): Buffer =>
  Buffer.concat([Buffer.from('k8s\0'), message([1, message([1, 'v1'], [2, 'DeleteOptions'])], [2, options])])

describe('a client that sends protobuf', () => {
  it('creates an object and gets JSON back', async () => {
    const answer = await send('POST', CONFIG_MAPS, CONFIG_MAP)

    expect(answer.status).toBe(201)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(await answer.json()).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } })
  })

  it('gets the defaults that an object in JSON would get', async () => {
    const answer = await send('POST', '/apis/apps/v1/namespaces/default/deployments', DEPLOYMENT)

    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({
      spec: {
        replicas: 0,
        revisionHistoryLimit: 10,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
        template: {
          spec: { containers: [{ name: 'nginx', resources: {}, terminationMessagePath: '/dev/termination-log' }] },
        },
      },
    })
  })

  it('deletes with options in protobuf', async () => {
    const options = message([2, message([1, 'another-uid'])])

    const answer = await send('DELETE', `${CONFIG_MAPS}/a`, deleteOptions(options))

    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('another-uid') })
  })

  it('cannot create custom resources, and can delete them', async () => {
    const metadata = { name: 'w' }
    await server.handle({
      method: 'POST',
      path: WIDGETS,
      body: { apiVersion: 'example.com/v1', kind: 'Widget', metadata },
    })

    const refused = await send('POST', WIDGETS, CONFIG_MAP)
    const deleted = await send('DELETE', `${WIDGETS}/w`, deleteOptions(message([4, 'Background'])))

    expect(refused.status).toBe(415)
    expect(await refused.json()).toMatchObject({
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
    })
    expect(deleted.status).toBe(200)
  })

  it('is told that another kind belongs elsewhere', async () => {
    const answer = await send('POST', CONFIG_MAPS, DEPLOYMENT)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      reason: 'BadRequest',
      message: expect.stringContaining('must be of type ConfigMap'),
    })
  })

  it('is told that a damaged body cannot be read', async () => {
    const answer = await send('POST', CONFIG_MAPS, CONFIG_MAP.subarray(0, 40))

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      reason: 'BadRequest',
      message: expect.stringContaining('unexpected EOF'),
    })
  })

  it('is refused when it can read nothing but protobuf', async () => {
    const answer = await send('POST', CONFIG_MAPS, CONFIG_MAP, PROTOBUF)

    expect(answer.status).toBe(406)
  })
})
