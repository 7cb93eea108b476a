import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { serveDefinition } from '../crd/serve.ts'
import { aDefinition, aVersion } from '../crd/test/fixture.ts'
import { documentV2 } from './document-v2.ts'
import { documentV3 } from './document-v3.ts'
import { OpenApiDocuments } from './documents.ts'
import { configMaps, deployments, widgets } from './test/resources.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents are looked into all over
type Document = any

const WIDGETS = '/apis/example.com/v1/namespaces/{namespace}/widgets'

describe('the OpenAPI v3 document of a group version', () => {
  it('describes what can be done with a custom resource, and its status', () => {
    const { openapi, paths } = documentV3([widgets()]) as Document

    expect(openapi).toBe('3.0.0')
    expect(Object.keys(paths)).toEqual([
      WIDGETS,
      `${WIDGETS}/{name}`,
      `${WIDGETS}/{name}/status`,
      '/apis/example.com/v1/widgets',
    ])
    expect(Object.keys(paths[`${WIDGETS}/{name}`])).toEqual(['parameters', 'get', 'put', 'patch', 'delete'])
    expect(paths[WIDGETS].post).toMatchObject({
      operationId: 'createExampleComV1NamespacedWidget',
      tags: ['exampleCom_v1'],
      requestBody: { content: { '*/*': { schema: { $ref: '#/components/schemas/com.example.v1.Widget' } } } },
      'x-kubernetes-action': 'post',
      'x-kubernetes-group-version-kind': { group: 'example.com', version: 'v1', kind: 'Widget' },
    })
  })

  it('offers strategic merge patches for built-in kinds alone', () => {
    const typesOf = (document: Document, path: string) => Object.keys(document.paths[path].patch.requestBody.content)
    const strategic = 'application/strategic-merge-patch+json'

    const builtIn = typesOf(documentV3([configMaps]), '/api/v1/namespaces/{namespace}/configmaps/{name}')
    expect(builtIn).toContain(strategic)
    expect(typesOf(documentV3([widgets()]), `${WIDGETS}/{name}`)).not.toContain(strategic)
  })

  it('names the kind of objects and lists, so that clients find their schemas', () => {
    const { schemas } = (documentV3([widgets()]) as Document).components
    const kindOf = (name: string) => schemas[name]['x-kubernetes-group-version-kind']

    expect(kindOf('com.example.v1.Widget')).toEqual([{ group: 'example.com', kind: 'Widget', version: 'v1' }])
    expect(kindOf('com.example.v1.WidgetList')).toEqual([{ group: 'example.com', kind: 'WidgetList', version: 'v1' }])
    expect(schemas['com.example.v1.WidgetList'].properties.items.items).toEqual({
      $ref: '#/components/schemas/com.example.v1.Widget',
    })
  })

  it('says by which fields of custom objects lists can be filtered', () => {
    const { schemas } = (documentV3([widgets({ selectableFields: [{ jsonPath: '.spec.color' }] })]) as Document)
      .components

    expect(schemas['com.example.v1.Widget']['x-kubernetes-selectable-fields']).toEqual([{ fieldPath: 'spec.color' }])
  })

  it('describes scale as the kind that it is', () => {
    const { paths } = documentV3([deployments]) as Document

    expect(paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale'].get).toMatchObject({
      operationId: 'readAppsV1NamespacedDeploymentScale',
      'x-kubernetes-group-version-kind': { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    })
  })

  it('refers to nothing that it does not hold', () => {
    for (const resource of [configMaps, deployments, widgets()]) {
      const document = documentV3([resource]) as Document
      const references = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)/g)].map(
        ([, name]) => name,
      )

      expect(references.filter((name) => document.components.schemas[name!] === undefined)).toEqual([])
    }
  })
})

describe('the OpenAPI v2 document', () => {
  it('holds all groups, and refers to nothing that it does not hold', () => {
    const document = documentV2([configMaps, deployments, widgets()]) as Document
    const references = [...JSON.stringify(document).matchAll(/#\/definitions\/([^"]+)/g)].map(([, name]) => name)

    expect(document.swagger).toBe('2.0')
    expect(Object.keys(document.definitions)).toEqual(
      expect.arrayContaining([
        'com.example.v1.Widget',
        'io.k8s.api.apps.v1.Deployment',
        'io.k8s.api.core.v1.ConfigMap',
      ]),
    )
    expect(references.filter((name) => document.definitions[name!] === undefined)).toEqual([])
  })
})

describe('OpenApiDocuments', () => {
  it('knows documents apart by what they describe', () => {
    const documents = new OpenApiDocuments()

    expect(documents.hashOf([widgets()])).toBe(documents.hashOf([widgets()]))
    expect(documents.hashOf([widgets()])).not.toBe(documents.hashOf([widgets({ subresources: {} })]))
    expect(documents.hashOf([configMaps])).not.toBe(documents.hashOf([deployments]))
  })

  it('knows the versions of one definition apart', () => {
    const documents = new OpenApiDocuments()
    const { spec } = aDefinition({ versions: [aVersion('v1'), aVersion('v2')] })
    const { resources } = serveDefinition({ spec, names: spec.names })
    const [newer, older] = resources.map((resource) => documents.hashOf([resource]))

    expect(newer).not.toBe(older)
  })

  it('makes a document once', async () => {
    const documents = new OpenApiDocuments()

    const first = await documents.compressed('v3', [configMaps])

    expect(await documents.compressed('v3', [configMaps])).toBe(first)
    expect(JSON.parse(gunzipSync(first).toString())).toEqual(documentV3([configMaps]))
  })
})
