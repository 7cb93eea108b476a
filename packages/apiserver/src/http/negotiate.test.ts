import { describe, expect, it } from 'vitest'
import { formatOfErrors, negotiate } from './negotiate.ts'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'

describe('content negotiation', () => {
  it.each([
    [undefined, 'json', 'Object'],
    ['*/*', 'json', 'Object'],
    ['application/json; charset=utf-8', 'json', 'Object'],
    ['text/html,application/json;q=0.1', 'json', 'Object'],
    ['application/yaml', 'yaml', 'Object'],
    ['application/json;q=0.5,application/yaml', 'yaml', 'Object'],
    [`${TABLE},application/json`, 'json', 'Table'],
    ['application/json;as=Table;v=v9;g=meta.k8s.io,application/json', 'json', 'Object'],
    ['application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1', 'json', 'PartialObjectMetadata'],
    ['application/vnd.kubernetes.protobuf,application/json', 'json', 'Object'],
  ])('%s gives %s as %s', (accept, format, as) => {
    expect(negotiate(accept, false)).toMatchObject({ format, as })
  })

  it('says what there is when none of it is wanted', () => {
    expect(() => negotiate('text/html', false)).toThrow(
      '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    )
    expect(() => negotiate('application/json;as=Nothing;v=v1;g=meta.k8s.io', false)).toThrow(
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    )
    expect(() => negotiate('application/vnd.kubernetes.protobuf', true)).toThrow(
      'only the following media types are accepted: application/json, application/yaml',
    )
  })

  it('words failures in YAML only for those who want nothing else', () => {
    expect(formatOfErrors('application/yaml')).toBe('yaml')
    expect(formatOfErrors('application/json,application/yaml;q=0.5')).toBe('json')
    expect(formatOfErrors('text/html')).toBe('json')
  })
})
