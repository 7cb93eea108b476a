import { type SchemaNode, usageOf } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { TokenRequest } from '../authentication/token-request.ts'
import { Scale } from '../autoscaling/scale.ts'
import { builtInKinds } from '../built-in.ts'
import { Binding } from '../core/binding.ts'
import { DeleteOptions } from '../meta/delete-options.ts'
import { Eviction } from '../policy/eviction.ts'
import { messageComponents, messageFields } from './message-fields.ts'

/** Kinds that come only as bodies of subresources, and of deletes. */
const OTHER_BODIES = [Binding, DeleteOptions, Eviction, Scale, TokenRequest]

const propertiesByComponent = collectProperties()

describe('messageFields', () => {
  it('has a number for every property of every built-in schema', () => {
    const unnumbered = [...propertiesByComponent].flatMap(([component, properties]) => {
      const numbered = new Set([...namesOf(component), ...fromEnvelope(component)])
      return [...properties].filter((name) => !numbered.has(name)).map((name) => `${component}: ${name}`)
    })

    expect(unnumbered).toEqual([])
  })

  it('knows the message of every object in a built-in schema', () => {
    const unknown = [...propertiesByComponent.keys()].filter((component) => messageFields(component) === undefined)

    expect(unknown).toEqual([])
  })

  it('numbers nothing that no schema has', () => {
    const inlined = new Set(messageComponents().flatMap(inlinedIn))
    const unknown = messageComponents()
      .filter((component) => !inlined.has(component))
      .flatMap((component) => {
        const properties = propertiesByComponent.get(component)
        return namesOf(component)
          .filter((name) => !properties?.has(name))
          .map((name) => `${component}: ${name}`)
      })

    expect(unknown).toEqual([])
  })

  it('counts numbers that are not in use', () => {
    const metadata = messageFields('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta')

    expect(metadata?.at(-1)).toEqual({ number: 17, name: 'managedFields', keepsZero: false, inlined: false })
  })

  it('tells fields that may be zero on purpose from those that may not', () => {
    const fields = messageFields('io.k8s.api.apps.v1.DeploymentSpec') ?? []

    expect(fields.find(({ name }) => name === 'replicas')?.keepsZero).toBe(true)
    expect(fields.find(({ name }) => name === 'paused')?.keepsZero).toBe(false)
  })

  it('names the message whose fields JSON has among the others', () => {
    const volume = messageFields('io.k8s.api.core.v1.Volume')

    expect(volume?.[1]).toEqual({ number: 2, name: 'io.k8s.api.core.v1.VolumeSource', keepsZero: false, inlined: true })
  })

  it('knows no message of components that are not ours', () => {
    expect(messageFields('com.example.Widget')).toBeUndefined()
  })
})

/** The type of a body is beside its message, not in it. */
const fromEnvelope = (component: string): string[] =>
  OTHER_BODIES.some(({ node }) => usageOf(node).component?.name === component) ||
  builtInKinds.some(({ schema }) => usageOf(schema.node).component?.name === component)
    ? ['apiVersion', 'kind']
    : []

const namesOf = (component: string): string[] =>
  (messageFields(component) ?? []).flatMap(({ name, inlined }) => (inlined ? namesOf(name) : [name]))

const inlinedIn = (component: string): string[] =>
  (messageFields(component) ?? []).flatMap(({ name, inlined }) => (inlined ? [name, ...inlinedIn(name)] : []))

/** Properties of every object that a body can hold, by component, or by path where an object is none. */
function collectProperties(): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  const visited = new Set<SchemaNode>()
  const visit = (used: SchemaNode, path: string): void => {
    const { node, component } = usageOf(used)
    const definition = component?.definition ?? node
    if (visited.has(definition)) return
    visited.add(definition)
    if (node.properties) found.set(component?.name ?? path, new Set(Object.keys(node.properties)))
    for (const [name, child] of Object.entries(node.properties ?? {})) visit(child, `${path}.${name}`)
    if (node.items) visit(node.items, `${path}[]`)
    if (typeof node.additionalProperties === 'object') visit(node.additionalProperties, `${path}{}`)
  }
  for (const { kind, schema } of builtInKinds) visit(schema.node, kind)
  for (const { node } of OTHER_BODIES) visit(node, 'body')
  return found
}
