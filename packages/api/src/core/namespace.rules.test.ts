import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { namespaceRules } from './namespace.rules.ts'
import type { Namespace } from './namespace.ts'

function aNamespace(more: Partial<Namespace> = {}): Namespace {
  const namespace: Namespace = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'made' },
    ...structuredClone(more),
  }
  namespaceRules.defaults?.(namespace)
  return namespace
}

describe('a namespace', () => {
  it('is labelled with its name, whatever its creator says', () => {
    const namespace = aNamespace({
      metadata: { name: 'made', labels: { 'kubernetes.io/metadata.name': 'wrong', mine: 'x' } },
    })

    expect(namespace.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'made', mine: 'x' })
  })

  it('is labelled once its name is generated', () => {
    const namespace = aNamespace({ metadata: { generateName: 'g-' } })
    namespace.metadata.name = 'g-abcde'

    namespaceRules.prepareForCreate?.(namespace)

    expect(namespace.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'g-abcde' })
  })

  it('starts active, with the finalizer that keeps it until it is empty', () => {
    const namespace = aNamespace({ spec: { finalizers: ['example.com/mine'] }, status: { phase: 'Terminating' } })

    namespaceRules.prepareForCreate?.(namespace)

    expect(namespace).toMatchObject({
      spec: { finalizers: ['example.com/mine', 'kubernetes'] },
      status: { phase: 'Active' },
    })
  })

  it('refuses finalizers without a domain', () => {
    expect(printed(namespaceRules.validateCreate?.(aNamespace({ spec: { finalizers: ['mine'] } })) ?? [])).toEqual([
      'spec.finalizers: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
    ])
  })

  it('changes finalizers only through its own subresource', () => {
    const stored = aNamespace({ spec: { finalizers: ['kubernetes'] } })
    const main = aNamespace({ spec: { finalizers: [] } })
    const finalize = aNamespace({ spec: { finalizers: [] } })

    namespaceRules.prepareForUpdate?.(main, stored, { subresource: '' })
    namespaceRules.prepareForUpdate?.(finalize, stored, { subresource: 'finalize' })

    expect(main.spec?.finalizers).toEqual(['kubernetes'])
    expect(finalize.spec?.finalizers).toEqual([])
  })

  it.each([
    [
      undefined,
      'Wrong',
      `status.Phase: Invalid value: "Wrong": may only be 'Active' if \`deletionTimestamp\` is empty`,
    ],
    [
      '2026-01-01T00:00:00Z',
      'Active',
      `status.Phase: Invalid value: "Active": may only be 'Terminating' if \`deletionTimestamp\` is not empty`,
    ],
  ])('deleted at %s cannot be %s', (deletionTimestamp, phase, error) => {
    const metadata = { name: 'made', ...(deletionTimestamp ? { deletionTimestamp } : {}) }
    const namespace = aNamespace({ metadata, status: { phase } })

    expect(printed(namespaceRules.validateUpdate?.(namespace, namespace, { subresource: 'status' }) ?? [])).toEqual([
      error,
    ])
  })
})
