import { type ObjectRef, objectKey } from '@skep/client'
import type { ControlClient } from '@skep/sim'
import { UserError } from '../failure.ts'

/** Takes back what was decided for an object. Throws when nothing was: most likely another one is meant. */
export async function clearDecision(simulation: ControlClient, type: string, object: ObjectRef): Promise<void> {
  // An unknown type is refused here, by a message that lists those that there are.
  await simulation.section(type)
  const decided = await simulation.overrides()
  const isSame = ({ kind, ...other }: (typeof decided)[number]) =>
    type.toLowerCase().replace(/s$/, '') === kind.toLowerCase() && objectKey(other) === objectKey(object)
  if (!decided.some(isSame)) {
    throw new UserError(`nothing was decided for ${type} ${objectKey(object)}: \`skep sim overrides\` lists what was`)
  }
  await simulation.clearOverride(type, object)
}
