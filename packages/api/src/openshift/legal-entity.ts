import { s, type TypeOf } from '@skep/schema'

/** The customer that an account or a project is for. */
export const LegalEntity = s.object(
  {
    id: s.string({ description: 'Id of the customer.' }),
    name: s.string({ description: 'Name of the customer.' }),
  },
  { description: 'Customer that pays for it.' },
)
export type LegalEntity = TypeOf<typeof LegalEntity>
