import { describe, expect, it } from 'vitest'
import { KUBECONFIG } from '../test/api-fixture.ts'
import { readShardFiles } from './shard-file.ts'

/** A reference to a variable, as files write it. */
const reference = (name: string) => `\${${name}}`
const indent = (text: string) => text.replace(/^/gm, '    ')
const file = (name: string, shards: string) => ({ name, text: `provision_shards:\n${shards}` })
const hiveShard = (id: string, more = '') => `
- id: ${id}
  hive_config: |
${indent(KUBECONFIG)}
  region: us-east-1
  cloud_provider: aws
${more}`

describe('files of provision shards', () => {
  it('are read together, with the server of each kubeconfig', () => {
    const shards = readShardFiles(
      [file('a.yaml', hiveShard('one')), file('b.yaml', hiveShard('two', '  status: offline'))],
      {},
    )

    expect(shards.map(({ id, file: from }) => [id, from])).toEqual([
      ['one', 'a.yaml'],
      ['two', 'b.yaml'],
    ])
    expect(shards[0]?.document).toMatchObject({
      status: 'active',
      region: { id: 'us-east-1' },
      cloud_provider: { id: 'aws' },
      hive_config: { server: 'https://127.0.0.1:1' },
    })
    expect(shards[1]?.document['status']).toBe('offline')
  })

  it('may be empty', () => {
    expect(readShardFiles([{ name: 'a', text: 'provision_shards: []' }], {})).toEqual([])
  })

  it('take variables from the environment after parsing', () => {
    const [shard] = readShardFiles(
      [
        file(
          'a',
          hiveShard('one', `  aws_base_domain: ${reference('DOMAIN')}\n  gcp_base_domain: $${reference('DOMAIN')}`),
        ),
      ],
      {
        DOMAIN: 'x: [}\n- id: evil',
      },
    )

    expect(shard?.document['aws_base_domain']).toBe('x: [}\n- id: evil')
    expect(shard?.document['gcp_base_domain']).toBe(reference('DOMAIN'))
  })

  it('take a maestro configuration as a map or as JSON', () => {
    const config = '{ "consumer_name": "c", "management_cluster_id": "m" }'
    const shard = (value: string) => `\n- id: a\n  region: r\n  cloud_provider: azure\n  maestro_config: ${value}`

    for (const value of [config, `'${config}'`]) {
      expect(readShardFiles([file('a', shard(value))], {})[0]?.document['maestro_config']).toEqual({
        consumer_name: 'c',
      })
    }
  })

  it('give a shard without an id the same one every time', () => {
    const anonymous = hiveShard('x').replace('- id: x\n  ', '- ')
    const ids = [1, 2].map(() => readShardFiles([file('a', anonymous)], {})[0]?.id)

    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids[1]).toBe(ids[0])
  })

  it.each([
    [
      'the same id twice',
      [file('a', hiveShard('x')), file('b', hiveShard('x'))],
      "provision shard 'x' is defined twice: in a and in b",
    ],
    [
      'a path for a kubeconfig',
      [file('a', '\n- id: x\n  region: r\n  cloud_provider: aws\n  hive_config: /tmp/kubeconfig')],
      "a: provision shard 'x': hive_config must be the content of a kubeconfig, but '/tmp/kubeconfig' looks like the path of a file",
    ],
    [
      'something else for a kubeconfig',
      [file('a', '\n- id: x\n  region: r\n  cloud_provider: aws\n  hive_config: |\n    a: 1\n    b: 2')],
      "a: provision shard 'x': hive_config is not a kubeconfig: kind is not 'Config'",
    ],
    [
      'a variable that is not set',
      [file('a', hiveShard('x', `  aws_base_domain: ${reference('NOWHERE')}`))],
      `a: provision shard 'x': aws_base_domain refers to the environment variable ${reference('NOWHERE')}, which is not set`,
    ],
    [
      'an unknown status',
      [file('a', hiveShard('x', '  status: asleep'))],
      "a: provision shard 'x': status is 'asleep', and must be one of active, maintenance, offline",
    ],
    [
      'a cloud that there is not',
      [file('a', '\n- id: x\n  region: r\n  cloud_provider: mist')],
      "a: provision shard 'x': cloud_provider is 'mist', and must be one of aws, azure, gcp",
    ],
    [
      'an id that is no part of a path',
      [file('a', '\n- id: x/y\n  region: r\n  cloud_provider: aws')],
      "a: provision shard 'x/y': id must consist of",
    ],
    [
      'a kubeconfig in base64, which stays untold',
      [
        file(
          'a',
          `\n- id: x\n  region: r\n  cloud_provider: aws\n  hive_config: ${btoa('apiVersion: v1\ntoken: hush')}`,
        ),
      ],
      "a: provision shard 'x': hive_config must be the content of a kubeconfig, but is a single line",
    ],
    ['no region', [file('a', '\n- id: x\n  cloud_provider: aws')], "a: provision shard 'x': region is missing"],
    ['no list', [{ name: 'a', text: 'shards: 1' }], "a: has no list 'provision_shards'"],
    ['no YAML', [{ name: 'a', text: 'a: 1\nb: [' }], 'a: is not YAML (line 2, column 5)'],
  ])('with %s are refused', (_, files, message) => {
    expect(() => readShardFiles(files, {})).toThrow(message)
  })
})
