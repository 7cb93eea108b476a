import { s } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'

/** An object, by its resource. */
export const resourceIdentifier = {
  group: optionalText('API group of the object.'),
  resource: s.string({ description: 'Resource of the object.' }),
  namespace: optionalText('Namespace of the object.'),
  name: s.string({ description: 'Name of the object.' }),
}

const feedbackRule = s.object({
  type: s.enum(['WellKnownStatus', 'JSONPaths'], {
    description: 'Whether the usual values are told, or those listed.',
  }),
  jsonPaths: s.optional(
    s.array(
      s.object({
        name: s.string({ description: 'Name of the value.' }),
        version: optionalText('Version of the object that the path is for.'),
        path: s.string({ description: 'Where it is in the object.' }),
      }),
      { description: 'Values that are told.', listType: 'map', listMapKeys: ['name'] },
    ),
  ),
})

const texts = (description: string) => s.optional(s.array(s.string(), { description }))

const ignoredFields = s.object({
  condition: s.enum(['OnSpokePresent', 'OnSpokeChange'], {
    description: 'Whether they are left alone once they are there, or once they were changed.',
    default: 'OnSpokePresent',
  }),
  jsonPaths: texts('Fields as JSON paths.'),
  jsonPointers: texts('Fields as JSON pointers.'),
  jqPathExpressions: texts('Fields as jq expressions.'),
})

const updateStrategy = s.object(
  {
    type: s.enum(['Update', 'CreateOnly', 'ServerSideApply', 'ReadOnly'], {
      description: 'How the object is kept as it should be.',
      default: 'Update',
    }),
    serverSideApply: s.optional(
      s.object(
        {
          force: optionalFlag('Whether fields are taken from other managers.'),
          fieldManager: s.defaulted(
            s.string({ description: 'Manager of the fields.', default: 'work-agent', pattern: '^work-agent' }),
          ),
          ignoreFields: s.optional(
            s.array(ignoredFields, {
              description: 'Fields that are left alone.',
              listType: 'map',
              listMapKeys: ['condition'],
            }),
          ),
        },
        { description: 'How it is applied, for ServerSideApply.' },
      ),
    ),
  },
  { description: 'How the object is kept as it should be.' },
)

const conditionRule = s.object(
  {
    condition: s.string({ description: 'Type of the condition that is made.' }),
    type: s.enum(['WellKnownConditions', 'CEL'], { description: 'Whether the usual rules apply, or those listed.' }),
    celExpressions: texts('What must hold, for CEL.'),
    message: optionalText('Message of the condition.'),
    messageExpression: optionalText('Message of the condition, computed.'),
  },
  {
    'x-kubernetes-validations': [
      { rule: "self.condition != '' || self.type != 'CEL'", message: 'Condition is required for CEL rules' },
    ],
  },
)

/** How one object of a work is applied, and what is told of it. */
export const ManifestConfig = s.object({
  resourceIdentifier: s.object(resourceIdentifier, { description: 'The object; * in its names matches anything.' }),
  feedbackRules: s.optional(s.array(feedbackRule, { description: 'Values of the object that are told.' })),
  feedbackScrapeType: s.defaulted(
    s.enum(['Poll', 'Watch'], { description: 'Whether values are asked for, or watched.', default: 'Poll' }),
  ),
  updateStrategy: s.optional(updateStrategy),
  conditionRules: s.optional(
    s.array(conditionRule, {
      description: 'Conditions that are made from the object.',
      listType: 'map',
      listMapKeys: ['condition'],
    }),
  ),
})
