import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { startTestCluster, type TestCluster } from './support/cluster.ts'
import { startCuttableProxy } from './support/cuttable-proxy.ts'
import { HIVE_CRD, hive } from './support/hives.ts'
import { itWith, programs } from './support/programs.ts'

const script = (name: string): string =>
  `${programs.python.command} ${fileURLToPath(new URL(`python/${name}.py`, import.meta.url))}`

const values = (output: string): unknown[] => output.split('\n').map((line) => JSON.parse(line))

describe('the Python client', () => {
  let cluster: TestCluster
  beforeEach(async () => {
    cluster = await startTestCluster()
  })
  afterEach(() => cluster.close())
  const it = itWith('python')

  it('works with built-in kinds', async () => {
    const namespace = await cluster.namespace()
    const sh = cluster.shell(namespace)

    expect(values(await sh(`${script('built_in_kinds')} ${namespace}`))).toEqual([
      [3, ['map-0', 'map-1', 'map-2', 'map-3', 'map-4', 'map-5', 'map-6']],
      ['RollingUpdate', 'Always'],
      ['main', 'side'],
      1,
      [404, 'configmaps "map-0" not found'],
      '37',
    ])
  })

  it('works with a custom kind that it has just defined', async () => {
    const namespace = await cluster.namespace()
    const sh = cluster.shell(namespace)
    sh.file('crd.yaml', HIVE_CRD)

    expect(values(await sh(`${script('custom_objects')} ${namespace} crd.yaml`))).toEqual([
      ['hives', 'hive', true, ['hv']],
      ['blue', 10, 1],
      ['red', 10, 1],
      [3, 2],
      'Anne',
      [3, 3],
      ['blue', 'red'],
      ['red'],
      [409, 'Conflict'],
      [422, ['spec.frames', 'spec.queen']],
      [404, 'hives.bees.example.com "blue" not found'],
    ])
  })

  it('resumes a watch where it was when the connection breaks', async () => {
    const namespace = await cluster.namespace()
    const sh = cluster.shell(namespace)
    const proxy = await startCuttableProxy(cluster.server.port)
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const headers = { 'content-type': 'application/yaml' }
    await cluster.server.handle({ method: 'POST', path: definitions, headers, body: HIVE_CRD })
    const admin = readFileSync(cluster.kubeconfig, 'utf8')
    sh.file('proxied.kubeconfig', admin.replace(`127.0.0.1:${cluster.server.port}`, `127.0.0.1:${proxy.port}`))
    const objects = `/apis/bees.example.com/v1/namespaces/${namespace}/hives`
    const create = (name: string) => cluster.server.handle({ method: 'POST', path: objects, body: hive(name) })
    const watching = sh.start(`KUBECONFIG=proxied.kubeconfig exec ${script('watch_resume')} ${namespace}`)
    const seen: string[] = []
    const sees = async (pattern: RegExp) => seen.push(await watching.line(pattern))
    try {
      await watching.line(/^WATCHING$/)
      await create('one')
      await sees(/^(ADDED|MODIFIED|DELETED) /)

      proxy.cut()
      await create('two')
      await create('three')
      await cluster.server.handle({ method: 'DELETE', path: `${objects}/one` })
      await watching.line(/^CUT /)
      for (let count = 0; count < 3; count++) await sees(/^(ADDED|MODIFIED|DELETED) /)

      expect(seen).toEqual(['ADDED one', 'ADDED two', 'ADDED three', 'DELETED one'])
      await watching.end()
    } finally {
      await watching.stop()
      await proxy.close()
    }
  })
})
