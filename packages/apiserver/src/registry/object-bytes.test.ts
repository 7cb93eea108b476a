import { describe, expect, it } from 'vitest'
import { frameOf, reframe, renderFramed } from './frames.ts'
import { parseObject, renderObject, replaceApiVersion, replaceVersion, withVersion } from './object-bytes.ts'

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', uid: 'u-1', labels: { note: '"resourceVersion":"7"' } },
  spec: { nodeName: 'n1' },
}

describe('bytes of objects', () => {
  it('carry the resource version that the store gives out', () => {
    expect(parseObject(withVersion(renderObject(pod), 12))).toEqual({
      ...pod,
      metadata: { ...pod.metadata, resourceVersion: '12' },
    })
  })

  it('start with their types, so that others can take their place', () => {
    const bytes = withVersion(renderObject(pod), 12)

    expect(bytes.toString()).toMatch(/^{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web",/)
    expect(parseObject(replaceApiVersion(bytes, 'Pod', 'v1', 'example.com/v2')).apiVersion).toBe('example.com/v2')
  })

  it('get another version without anything else changing, whatever the labels say', () => {
    const bytes = withVersion(renderObject(pod), 12)

    expect(parseObject(replaceVersion(bytes, 1300))).toEqual({
      ...pod,
      metadata: { ...pod.metadata, resourceVersion: '1300' },
    })
  })

  it('survive an object that is nothing but a name', () => {
    const bytes = withVersion(renderObject({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } }), 1)

    expect(bytes.toString()).toBe('{"apiVersion":"v1","kind":"Node","metadata":{"name":"n","resourceVersion":"1"}}')
  })
})

describe('watch frames', () => {
  it('surround the object that was stored, without another copy', () => {
    const value = renderFramed('ADDED', renderObject(pod), 12)
    const frame = frameOf('ADDED', { bucket: '', key: '', revision: 12, value, annex: { framed: 'ADDED' } })

    expect(frame.toString()).toBe(`{"type":"ADDED","object":${value.toString()}}\n`)
    expect(frame.buffer).toBe(value.buffer)
  })

  it('are made when the object was not stored in one', () => {
    const value = withVersion(renderObject(pod), 12)

    expect(frameOf('MODIFIED', { bucket: '', key: '', revision: 12, value }).toString()).toBe(
      `{"type":"MODIFIED","object":${value.toString()}}\n`,
    )
  })

  it('show a deleted object at the version of its deletion', () => {
    const value = reframe('DELETED', withVersion(renderObject(pod), 12), 1300)
    const frame = frameOf('DELETED', { bucket: '', key: '', revision: 1300, value, annex: { framed: 'DELETED' } })

    expect(JSON.parse(frame.toString())).toEqual({
      type: 'DELETED',
      object: { ...pod, metadata: { ...pod.metadata, resourceVersion: '1300' } },
    })
  })
})
