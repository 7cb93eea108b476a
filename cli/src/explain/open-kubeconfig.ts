import { type Endpoint, loadKubeconfig } from '@skep/client'
import { UserError } from '../failure.ts'

/** Which cluster is asked, as people say it on the command line. */
export interface KubeconfigChoice {
  readonly kubeconfig?: string
  readonly context?: string
}

/** Opens a kubeconfig that somebody named, or that kubectl would use. Says what to do when it is not there. */
export async function openKubeconfig({ kubeconfig: path, context }: KubeconfigChoice): Promise<Endpoint> {
  try {
    return await loadKubeconfig({ ...(path ? { path } : {}), ...(context ? { context } : {}) })
  } catch (cause) {
    const { code, path: missing, message } = cause as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new UserError(message, { cause })
    const remedy = 'name another with --kubeconfig or $KUBECONFIG; `skep up` prints the path of the one that it writes'
    throw new UserError(`there is no kubeconfig ${missing}: ${remedy}`, { cause })
  }
}
