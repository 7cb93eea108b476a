import { type KubeconfigChoice, openKubeconfig } from '../explain/open-kubeconfig.ts'
import { controlApiOf } from '../kubeconfig-file.ts'

/** Where a simulation is controlled unless something else is said anywhere. */
const USUAL_URL = 'http://localhost:8080'

/** Where people say that it is. */
export interface AddressChoice extends KubeconfigChoice {
  readonly url?: string
}

/** Where the simulation is controlled: as said, as the kubeconfig of its cluster says, or at the usual place. */
export async function controlApiAddress({ url, ...choice }: AddressChoice): Promise<string> {
  return url ?? (await notedAddress(choice)) ?? USUAL_URL
}

async function notedAddress(choice: KubeconfigChoice): Promise<string | undefined> {
  try {
    return controlApiOf(await openKubeconfig(choice))
  } catch (error) {
    // Only who names a file wants to know that it cannot be read: a simulation needs none.
    if (choice.kubeconfig !== undefined) throw error
    return undefined
  }
}
