import { s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'

/** A release of OpenShift. */
export const Release = s.object({
  version: s.string({ description: 'Version of the release.' }),
  image: s.string({ description: 'Image of the release.' }),
  url: optionalText('Page about the release.'),
  channels: s.optional(s.array(s.string(), { description: 'Channels that have it.', listType: 'set' })),
  architecture: s.optional(s.enum(['Multi', ''], { description: 'Multi, if for all architectures at once.' })),
})
