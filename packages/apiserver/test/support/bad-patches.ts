import { asked, type BadRequest, times, WIDGETS, words } from './cases.ts'

/** Copies what it just made, over and over: 2^40 members from a few hundred bytes. */
const DOUBLING = JSON.stringify(times(40, (index) => ({ op: 'copy', from: '/spec', path: `/spec/x${index}` })))
const TOO_MANY = JSON.stringify(times(10_001, () => ({ op: 'add', path: '/metadata/labels', value: {} })))

const JSON_PATCHES = [
  ...words('{} null [null] [1] [[]] [{}] [{"op":"add"}] [{"op":1,"path":2,"value":3,"from":4}]'),
  ...words(`
    {"op":"none","path":"/a"} {"op":"add","path":"a","value":1} {"op":"remove","path":""}
    {"op":"replace","path":"","value":null} {"op":"replace","path":"","value":[]} {"op":"remove","path":"/kind"}
    {"op":"add","path":"/metadata","value":1} {"op":"add","path":"/metadata/labels","value":[]}
    {"op":"add","path":"/__proto__/x","value":1} {"op":"copy","from":"/none","path":"/a"}
    {"op":"move","from":"/metadata","path":"/metadata/a"} {"op":"test","path":"/kind","value":{}}
    {"op":"add","path":"/spec/-","value":1} {"op":"add","path":"/spec/parts/9999999999","value":{}}
    {"op":"remove","path":"/spec/parts/-1"} {"op":"add","path":"/a~2b","value":1}
  `).map((operation) => `[${operation}]`),
  '',
  DOUBLING,
  TOO_MANY,
]

const MERGE_PATCHES = [
  ...words(`
    null 1 "x" [] {"metadata":null} {"metadata":1} {"metadata":{"name":"b"}} {"metadata":{"name":1}} {"kind":"X"}
    {"apiVersion":null} {"metadata":{"labels":{"a/b/c":"d"}}} {"metadata":{"labels":[]}} {"__proto__":{"x":1}} {"spec":1}
    {"spec":{"parts":[{"name":1}]}} {"metadata":{"uid":"x"}} {"metadata":{"finalizers":[null]}}
    {"metadata":{"ownerReferences":[{}]}} {"metadata":{"managedFields":[{"fieldsV1":1}]}}
    {"metadata":{"creationTimestamp":"yesterday"}} {"spec":{"replicas":1e999}}
  `),
  '',
  `{"a":${'{"a":'.repeat(900)}null${'}'.repeat(900)}}`,
]

const STRATEGIC_PATCHES = [
  ...words(`
    null 1 [] {"$patch":"delete"} {"$patch":"none"} {"$patch":1} {"$retainKeys":1} {"$retainKeys":["a"]}
    {"metadata":{"$patch":"replace"}} {"$setElementOrder/ports":1} {"spec":{"$setElementOrder/ports":[{}],"ports":[]}}
    {"spec":{"ports":[{"$patch":"delete"}]}} {"spec":{"ports":[1]}} {"spec":{"ports":{}}} {"spec":{"ports":[null]}}
    {"spec":{"ports":[{"port":"x"}]}} {"metadata":{"$deleteFromPrimitiveList/finalizers":1}}
    {"metadata":{"$deleteFromPrimitiveList/finalizers":[1]}} {"spec":{"ports":[{"$patch":"replace"},{"port":1}]}}
    {"spec":{"template":{"spec":{"containers":[{"name":null}]}}}}
  `),
  '',
]

const widget = (rest: string): string => `{apiVersion: example.com/v1, kind: Widget, ${rest}}`
const map = (rest: string): string => `{apiVersion: v1, kind: ConfigMap, ${rest}}`
const CONFIGURATIONS = [
  ...words('null 1 [] {}'),
  ...['', 'a: b', 'kind: ConfigMap', 'apiVersion: v1\nkind: 1', 'a: *b', '{metadata: {managedFields: [{}]}}'],
  ...['metadata: 1', 'metadata: {name: other}', 'data: {a: 1}', 'metadata: {name: a, uid: x}'].map(map),
  ...['metadata: {name: a}, spec: {parts: [{name: x}, {name: x}]}', 'spec: {parts: [{}]}', 'spec: {parts: 1}'].map(
    widget,
  ),
  ...['spec: [1]', 'metadata: {labels: [a]}'].map(widget),
]

const PATCHES: Readonly<Record<string, readonly string[]>> = {
  'application/json-patch+json': JSON_PATCHES,
  'application/merge-patch+json': MERGE_PATCHES,
  'application/strategic-merge-patch+json': STRATEGIC_PATCHES,
  'application/apply-patch+yaml': CONFIGURATIONS,
}

/** Patches of all four kinds that do not fit, are none, or ask for too much. */
export function wrongPatches(): BadRequest[] {
  const targets = words(`
    /api/v1/namespaces/lab/configmaps/a /api/v1/namespaces/lab/services/a /apis/apps/v1/namespaces/lab/deployments/a
    ${WIDGETS}/a ${WIDGETS}/a/scale /apis/apps/v1/namespaces/lab/deployments/a/scale /api/v1/namespaces/lab/pods/a/status
  `)
  return Object.entries(PATCHES).flatMap(([type, patches]) =>
    patches.flatMap((patch) =>
      targets.map((path) => asked('PATCH', `${path}?fieldManager=m`, [['content-type', type]], patch)),
    ),
  )
}
