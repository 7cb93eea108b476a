import type { SchemaNode } from '@skep/schema'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../../server.ts'
import type { Definition, DefinitionSpec, DefinitionVersion } from '../definition.ts'

export const GROUP = 'example.com'

/** A version that holds whatever `properties` say in its spec. */
export const aVersion = (
  name: string,
  properties: Record<string, SchemaNode> = { size: { type: 'integer' } },
  rest: Partial<DefinitionVersion> = {},
): DefinitionVersion => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
  ...rest,
})

/** A definition of widgets, stored in its first version. */
export function aDefinition(spec: Partial<DefinitionSpec> = {}): Definition {
  const { names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' } } = spec
  const [first = aVersion('v1'), ...others] = spec.versions ?? []
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      ...spec,
      names,
      versions: [{ ...first, storage: true }, ...others],
    },
  }
}

export const aWidget = (name: string, spec: object = {}, version = 'v1') => ({
  apiVersion: `${GROUP}/${version}`,
  kind: 'Widget',
  metadata: { name },
  spec,
})

type Body = Record<string, unknown> & { metadata?: Record<string, unknown>; status?: Record<string, unknown> }

/** A server, and short ways to talk to it. */
export class Fixture {
  readonly server: ApiServer
  /** In front of every path: `/clusters/ID` for a logical cluster. */
  prefix = ''

  constructor(server: ApiServer) {
    this.server = server
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const answer = await this.server.handle({
      method,
      path: this.prefix + path,
      headers: { 'content-type': type, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = (await answer.body()).toString()
    const isJson = text !== '' && String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.status, headers: answer.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body }
  }

  define = (definition: Definition) => this.send('POST', DEFINITIONS_PATH, definition)
  definition = (name = `widgets.${GROUP}`) => this.send('GET', `${DEFINITIONS_PATH}/${name}`)
  undefine = (name = `widgets.${GROUP}`) => this.send('DELETE', `${DEFINITIONS_PATH}/${name}`)
  create = (widget: { apiVersion: string }) => this.send('POST', widgetsPath(widget.apiVersion.split('/')[1]!), widget)
  read = (name: string, version = 'v1') => this.send('GET', `${widgetsPath(version)}/${name}`)

  /** Reads the definition after every change until it looks as expected. */
  async until(expected: (definition: Awaited<ReturnType<Fixture['definition']>>) => boolean, name?: string) {
    for (;;) {
      const { revision } = this.server.store
      const found = await this.definition(name)
      if (expected(found)) return found
      await this.server.store.waitFor(revision + 1, AbortSignal.timeout(2_000))
    }
  }
}

export const DEFINITIONS_PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
export const widgetsPath = (version = 'v1'): string => `/apis/${GROUP}/${version}/namespaces/default/widgets`

export const conditionOf = (body: Body, type: string): Record<string, string> | undefined =>
  ((body.status?.['conditions'] ?? []) as Record<string, string>[]).find((condition) => condition['type'] === type)

/** Starts a server without controllers for one test. */
export async function startFixture(options: ApiServerOptions = {}): Promise<Fixture> {
  return new Fixture(await startApiServer({ controllers: false, ...options }))
}
