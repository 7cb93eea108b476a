import type { ControlPlaneComponent } from '@skep/api'
import type { Client, Informer } from '@skep/client'
import { createStatusWriter, type NewestCopies, newestCopies, type StatusWriter } from '@skep/controller'

/**
 * Components as they were last told of. Nobody looks at one again because of what it says, so whoever went by an older
 * copy would leave it as it is.
 */
export interface ComponentCopies extends Pick<NewestCopies<ControlPlaneComponent>, 'get'> {
  readonly writeStatus: StatusWriter<ControlPlaneComponent>
}

/** Reads components from an informer, past its delay for what is written through this. */
export function createComponentCopies(client: Client, informer: Informer<ControlPlaneComponent>): ComponentCopies {
  const newest = newestCopies(informer)
  const write = createStatusWriter(client, informer.kind)
  return {
    get: newest.get,
    writeStatus: async (before, after) => {
      await write(before, after)
      newest.keep(after)
    },
  }
}
