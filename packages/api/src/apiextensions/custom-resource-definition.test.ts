import type { SchemaNode } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, updated } from '../test/objects.ts'
import { printed } from '../test/printed.ts'
import { CustomResourceDefinition } from './custom-resource-definition.ts'

const metadata = { name: 'widgets.x.example' }
const openAPIV3Schema = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { color: { type: 'string' }, size: { type: 'number' } } } },
}
const v1 = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }
const spec = { group: 'x.example', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, versions: [v1] }
const refused = (more: object) => refusal(CustomResourceDefinition, { metadata, spec: { ...spec, ...more } })
const refusedVersion = (more: object) => refused({ versions: [{ ...v1, ...more }] })

describe('a CustomResourceDefinition', () => {
  it('names its lists and single objects, and converts nothing, unless told otherwise', () => {
    const definition = created(CustomResourceDefinition, { metadata, spec, status: { storedVersions: ['v0'] } })

    expect(definition.spec.names).toEqual({
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
    })
    expect(definition.spec.conversion).toEqual({ strategy: 'None' })
    expect(definition.status).toEqual({
      acceptedNames: { kind: '', plural: '' },
      conditions: null,
      storedVersions: ['v1'],
    })
  })

  it('forgets what its schemas say without saying anything', () => {
    const noisy = {
      type: 'object',
      description: '',
      required: [],
      unheardOf: 1,
      properties: {
        list: { type: 'array', nullable: false, items: { type: 'object', properties: {}, unheardOf: 1 } },
        map: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': false,
          additionalProperties: { type: 'string', pattern: '' },
        },
        zero: { type: 'integer', minimum: 0, default: 0 },
      },
    }

    const [version] = defaulted(CustomResourceDefinition, {
      metadata,
      spec: { ...spec, versions: [{ ...v1, schema: { openAPIV3Schema: noisy } }] },
    }).spec.versions

    expect(version?.schema?.openAPIV3Schema).toEqual<SchemaNode>({
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object' } },
        map: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': false,
          additionalProperties: { type: 'string' },
        },
        zero: { type: 'integer', minimum: 0, default: 0 },
      },
    })
  })

  it.each([
    [
      { group: '' },
      [
        'metadata.name: Invalid value: "widgets.x.example": must be spec.names.plural+"."+spec.group',
        'spec.group: Required value',
      ],
    ],
    [{ scope: 'X' }, ['spec.scope: Unsupported value: "X": supported values: "Cluster", "Namespaced"']],
    [
      { names: { ...spec.names, listKind: 'Widget' } },
      ['spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same'],
    ],
    [
      { versions: [] },
      [
        'spec.versions: Invalid value: []: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: null: must have at least one stored version',
      ],
    ],
    [
      { versions: [v1, { ...v1, storage: false }] },
      [
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must contain unique version names',
      ],
    ],
    [
      { preserveUnknownFields: true },
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
    [
      { conversion: { strategy: 'Webhook' } },
      [
        'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
    [
      { conversion: { strategy: 'None', webhook: { clientConfig: {}, conversionReviewVersions: ['v1'] } } },
      [
        'spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook',
        'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
      ],
    ],
    [
      {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { service: { name: 's', namespace: 'n' } }, conversionReviewVersions: ['v1'] },
        },
      },
      [],
    ],
    [{}, []],
  ])('is checked: %j', (more, messages) => {
    expect(refused(more)).toEqual(messages)
  })

  it.each([
    [{ schema: undefined }, ['spec.versions[0].schema.openAPIV3Schema: Required value']],
    [
      { deprecationWarning: 'soon' },
      ['spec.versions[0].deprecationWarning: Invalid value: "soon": can only be set for deprecated versions'],
    ],
    [
      { deprecated: true, deprecationWarning: '' },
      ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
    ],
    [
      { subresources: { scale: { specReplicasPath: '.status.x', statusReplicasPath: '', labelSelectorPath: 'x' } } },
      [
        'spec.subresources.scale.specReplicasPath: Invalid value: ".status.x": should be a json path under .spec',
        'spec.subresources.scale.statusReplicasPath: Required value',
        'spec.subresources.scale.labelSelectorPath: Invalid value: "x": must be a simple json path starting with .',
      ],
    ],
    [
      { additionalPrinterColumns: [{ name: '', type: 'text', format: 'wrong', jsonPath: 'a' }] },
      [
        'spec.additionalPrinterColumns[0].name: Required value',
        'spec.additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[0].format: Invalid value: "wrong": must be one of byte,date,date-time,double,float,int32,int64,password',
        'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "a": must be a simple json path starting with .',
      ],
    ],
    [
      {
        selectableFields: [
          { jsonPath: '.spec.color' },
          { jsonPath: '.spec.color' },
          { jsonPath: '.spec.size' },
          { jsonPath: '.none' },
        ],
      },
      [
        'spec.selectableFields[1].jsonPath: Duplicate value: ".spec.color"',
        'spec.selectableFields[2].jsonPath: Invalid value: ".spec.size": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        'spec.selectableFields[3].jsonPath: Invalid value: ".none": is an invalid path: does not refer to a valid field',
      ],
    ],
    [
      { schema: { openAPIV3Schema: { type: 'object', properties: { spec: {} } } } },
      [
        'spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
      ],
    ],
    [
      { subresources: { status: {} }, schema: { openAPIV3Schema: { ...openAPIV3Schema, not: { required: ['x'] } } } },
      [
        'spec.validation.openAPIV3Schema: Invalid value: {"not":{"required":["x"]},"properties":{"spec":{"properties":{"color":{"type":"string"},"size":{"type":"number"}},"type":"object"}},"type":"object"}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
      ],
    ],
    [{ subresources: { status: {} }, selectableFields: [{ jsonPath: '.spec.color' }] }, []],
  ])('has its versions checked: %j', (more, messages) => {
    expect(refusedVersion(more)).toEqual(messages)
  })

  it('reports what only one of several versions says at that version', () => {
    const v2 = {
      ...v1,
      name: 'v2',
      storage: false,
      additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: 'a' }],
    }

    expect(refused({ versions: [v1, v2] })).toEqual([
      'spec.versions[1].additionalPrinterColumns[0].JSONPath: Invalid value: "a": must be a simple json path starting with .',
    ])
  })

  it.each([
    [
      undefined,
      [
        'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
    [
      'nonsense',
      [
        'metadata.annotations[api-approved.kubernetes.io]: Invalid value: "nonsense": protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
    ['unapproved, experimental', []],
    ['https://example.com/1', []],
  ])('in a group of the Kubernetes project needs an approval: %s', (approval, messages) => {
    const annotations: Record<string, string> = approval === undefined ? {} : { 'api-approved.kubernetes.io': approval }
    const approved = { metadata: { name: 'widgets.x.k8s.io', annotations }, spec: { ...spec, group: 'x.k8s.io' } }

    expect(refusal(CustomResourceDefinition, approved)).toEqual(messages)
  })

  describe('once it is established', () => {
    const stored = created(CustomResourceDefinition, { metadata, spec })
    stored.status = {
      acceptedNames: { ...stored.spec.names },
      conditions: [{ type: 'Established', status: 'True' }],
      storedVersions: ['v1'],
    }
    const change = (more: object) => {
      const definition = updated(CustomResourceDefinition, stored, { metadata, spec: { ...spec, ...more } })
      const { validate, validateUpdate } = CustomResourceDefinition.rules
      return printed([...validate!(definition), ...validateUpdate!(definition, stored, { subresource: '' })])
    }

    it.each([
      [{ scope: 'Cluster' }, ['spec.scope: Invalid value: "Cluster": field is immutable']],
      [{ group: 'y.example' }, ['spec.group: Invalid value: "y.example": field is immutable']],
      [
        { names: { plural: 'others', kind: 'Other' } },
        [
          'spec.names.kind: Invalid value: "Other": field is immutable',
          'spec.names.plural: Invalid value: "others": field is immutable',
        ],
      ],
      [
        { versions: [{ ...v1, name: 'v2' }] },
        [
          'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
        ],
      ],
      [{ names: { ...spec.names, shortNames: ['wd'] } }, []],
    ])('changes only so far: %j', (more, messages) => {
      expect(change(more)).toEqual(messages)
    })

    it('remembers every version that objects were stored in', () => {
      const versions = [
        { ...v1, storage: false },
        { ...v1, name: 'v2' },
      ]
      const definition = updated(CustomResourceDefinition, stored, { metadata, spec: { ...spec, versions } })

      expect(definition.status?.storedVersions).toEqual(['v1', 'v2'])
      expect(stored.status?.storedVersions).toEqual(['v1'])
    })

    it('shows that it is', () => {
      expect(CustomResourceDefinition.rules.cells?.(stored, 0)).toEqual([
        'widgets.x.example',
        'Namespaced',
        'v1(storage)',
        null,
        'x.example',
        'Widget',
        '',
        true,
      ])
    })
  })

  it('warns of formats that nobody checks and sets that nobody can merge, once', () => {
    const odd = {
      type: 'object',
      properties: {
        a: { type: 'string', format: 'odd' },
        b: { type: 'integer', format: 'int32' },
        c: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } },
      },
    }
    const definition = created(CustomResourceDefinition, {
      metadata,
      spec: { ...spec, versions: [{ ...v1, schema: { openAPIV3Schema: odd } }] },
    })

    expect(CustomResourceDefinition.rules.warnings?.(definition)).toEqual([
      'unrecognized format "odd"',
      'x-kubernetes-list-type: set for items of type "object" is not supported by server-side apply or CEL validation rules',
    ])
    expect(CustomResourceDefinition.rules.warnings?.(definition, definition)).toEqual([])
  })
})
