import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { configMapRules } from './config-map.rules.ts'
import type { ConfigMap } from './config-map.ts'
import { jsonObjectProblem } from './json-object-problem.ts'
import { secretRules } from './secret.rules.ts'
import type { Secret } from './secret.ts'

function aSecret(more: Partial<Secret>): Secret {
  const secret: Secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's', namespace: 'ns' },
    ...structuredClone(more),
  }
  secretRules.defaults?.(secret)
  return secret
}
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('a secret', () => {
  it('takes plain text in and gives none out', () => {
    expect(aSecret({ stringData: { k: 'v' }, data: { k: base64('old'), other: 'eA==' } })).toMatchObject({
      type: 'Opaque',
      data: { k: 'dg==', other: 'eA==' },
    })
    expect(aSecret({ stringData: { k: 'v' } })).not.toHaveProperty('stringData')
  })

  it.each<[string, Partial<Secret>, string[]]>([
    ['kubernetes.io/tls', { data: {} }, ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
    ['kubernetes.io/basic-auth', {}, ['data[username]: Required value', 'data[password]: Required value']],
    ['kubernetes.io/basic-auth', { data: { username: '' } }, []],
    ['kubernetes.io/ssh-auth', {}, ['data[ssh-privatekey]: Required value']],
    [
      'kubernetes.io/service-account-token',
      {},
      ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    ],
    ['kubernetes.io/dockerconfigjson', {}, ['data[.dockerconfigjson]: Required value']],
    [
      'kubernetes.io/dockerconfigjson',
      { data: { '.dockerconfigjson': base64('not json') } },
      [
        `data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": invalid character 'o' in literal null (expecting 'u')`,
      ],
    ],
    ['kubernetes.io/dockerconfigjson', { data: { '.dockerconfigjson': base64('{"auths":{}}') } }, []],
    ['example.com/anything', {}, []],
  ])('of type %s with %j has what its readers need', (type, more, errors) => {
    expect(printed(secretRules.validate?.(aSecret({ ...more, type })) ?? [])).toEqual(errors)
  })

  it('has keys that can be file names, and not more than a mebibyte', () => {
    expect(printed(secretRules.validate?.(aSecret({ data: { 'a/b': 'eA==' } })) ?? [])).toEqual([
      expect.stringContaining('data[a/b]: Invalid value: "a/b": a valid config key must consist of'),
    ])
    expect(printed(secretRules.validate?.(aSecret({ data: { k: base64('x'.repeat(1_048_577)) } })) ?? [])).toEqual([
      'data: Too long: may not be more than 1048576 bytes',
    ])
  })

  it('stays as it is once it is immutable', () => {
    const stored = aSecret({ immutable: true, data: { k: 'dg==' } })
    const errorsOf = (secret: Secret) =>
      printed(secretRules.validateUpdate?.(secret, stored, { subresource: '' }) ?? [])

    expect(errorsOf(aSecret({ immutable: true, data: { k: 'dw==' } }))).toEqual([
      'data: Forbidden: field is immutable when `immutable` is set',
    ])
    expect(errorsOf(aSecret({ data: { k: 'dg==' } }))).toEqual([
      'immutable: Forbidden: field is immutable when `immutable` is set',
    ])
    expect(errorsOf(aSecret({ immutable: true, data: { k: 'dg==' }, type: 'other' }))).toEqual([
      'type: Invalid value: "other": field is immutable',
    ])
  })
})

describe('a config map', () => {
  const aMap = (more: Partial<ConfigMap>): ConfigMap => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c' },
    ...more,
  })

  it('has each key once', () => {
    expect(
      printed(configMapRules.validate?.(aMap({ data: { same: 'x' }, binaryData: { same: 'eA==' } })) ?? []),
    ).toEqual(['data[same]: Invalid value: "same": duplicate of key present in binaryData'])
  })

  it('stays as it is once it is immutable', () => {
    const stored = aMap({ immutable: true, data: { k: 'v' } })
    const changed = aMap({ data: { k: 'w' }, binaryData: { b: 'eA==' } })

    expect(printed(configMapRules.validateUpdate?.(changed, stored, { subresource: '' }) ?? [])).toEqual([
      'immutable: Forbidden: field is immutable when `immutable` is set',
      'data: Forbidden: field is immutable when `immutable` is set',
      'binaryData: Forbidden: field is immutable when `immutable` is set',
    ])
  })

  it('counts all its keys in the table', () => {
    expect(configMapRules.cells?.(aMap({ data: { a: '1' }, binaryData: { b: 'eA==' } }), 0)[1]).toBe(2)
  })
})

describe('jsonObjectProblem', () => {
  it.each([
    ['{"a":[1,-2.5e3,true,null,"x\\n"]}', undefined],
    ['', 'unexpected end of JSON input'],
    ['{"a":', 'unexpected end of JSON input'],
    ['[]', 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    ['"x"', 'json: cannot unmarshal string into Go value of type map[string]interface {}'],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', `invalid character '"' after object key:value pair`],
    ['[1 2]', "invalid character '2' after array element"],
    ['{} x', "invalid character 'x' after top-level value"],
    ['truly', "invalid character 'l' in literal true (expecting 'e')"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['-x', "invalid character 'x' in numeric literal"],
  ])('says of %j: %s', (text, problem) => {
    expect(jsonObjectProblem(text)).toBe(problem)
  })
})
