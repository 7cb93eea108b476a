import { s, type ValidationRule } from '@skep/schema'
import { checked, matching } from '../openshift/rules.ts'

/** A text of limited length. */
export const text = (description: string, maxLength = 255) => s.string({ description, maxLength })

/** A text of limited length that may be missing. */
export const optionalText = (description: string, maxLength = 255) => s.optional(text(description, maxLength))

const UUID = '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'

/** An id of a managed identity. */
export const clientID = (description: string) =>
  s.string({
    description,
    pattern: UUID,
    minLength: 36,
    maxLength: 36,
    ...checked(
      matching(
        UUID,
        'the client ID of a managed identity must be a valid UUID. It should be 5 groups of hyphen separated hexadecimal characters in the form 8-4-4-4-12.',
      ),
    ),
  })

/** An image of a release. */
export const release = (description: string) =>
  s.object(
    {
      image: s.string({
        description: 'Image of the release.',
        minLength: 1,
        maxLength: 253,
        ...checked(
          matching(
            String.raw`^(\w+\S+)$`,
            'Image must start with a word character (letters, digits, or underscores) and contain no white spaces',
          ),
        ),
      }),
    },
    { description },
  )

const DATE_OR_FLAG = String.raw`self in ['true', 'True', 'false', 'False'] || self.matches(r'^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}.*$')`

/** Until when nothing is done to an object: a time, or for as long as it says true. */
export const pausedUntil = (minLength: number) =>
  s.string({
    description: 'Time until which nothing is done to it, or true.',
    minLength,
    maxLength: 35,
    ...checked({
      rule: DATE_OR_FLAG,
      message: "PausedUntil must be a date in RFC3339 format or 'True', 'true', 'False' or 'false'",
    }),
  })

/** Names and values by which AWS is asked for something. */
export const awsFilters = (description: string) =>
  s.array(
    s.object({
      name: text('Name of the filter.'),
      values: s.array(s.string({ maxLength: 255 }), { description: 'Values, any of which will do.', maxItems: 50 }),
    }),
    { description, maxItems: 50 },
  )

/** Something of AWS, by id or by filters. */
export const awsResource = {
  id: optionalText('Its id.'),
  filters: s.optional(awsFilters('Filters that it matches.')),
}

const TAG_TEXT = '^[0-9A-Za-z_.:/=+@-]+$'
const tagText = (member: 'key' | 'value', maxLength: number) =>
  s.string({
    description: `The ${member} of the tag.`,
    minLength: 1,
    maxLength,
    ...checked(matching(TAG_TEXT, `${member} must only contain letters, digits, and the characters _ . : / = + - @`)),
  })

/** A tag of AWS resources. */
export const awsTag = { key: tagText('key', 128), value: tagText('value', 256) }

/** A key of a Secret. */
export const secretKey = (description: string, ...rules: ValidationRule[]) =>
  s.object(
    { name: text('Name of the Secret.'), key: text('Key in it.') },
    { description, ...(rules.length > 0 ? checked(...rules) : {}) },
  )
