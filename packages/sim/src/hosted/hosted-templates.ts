import { createHash } from 'node:crypto'
import type { Clock } from '@skep/base'
import { kindToCrd } from '@skep/schema'
import { createTemplates } from '../tenants/templates.ts'
import type { HostedApiStart } from './contracts.ts'
import type { HostedServer } from './hosted-server.ts'
import { installHostedTemplate } from './install-template.ts'
import { hostedClusterKinds } from './openshift-kinds.ts'
import { HOSTED_OPERATORS } from './operators.ts'
import { BOOTSTRAP_BINDINGS, CONNECTIVITY_CHECK, EMPTY_SETTINGS, HOSTED_NAMESPACES } from './template-objects.ts'

/** What hosted clusters of a release begin with. It is kept by the server, once for all of them. */
export interface HostedTemplates {
  /** The name under which the server has it, made now if need be. */
  of(start: HostedApiStart): Promise<string>
}

/** Templates of a server. */
export function createHostedTemplates(server: HostedServer, clock: Clock): HostedTemplates {
  const templates = createTemplates(server, clock)
  const saved = new Map<string, Promise<string>>()
  const save = async (name: string, start: HostedApiStart): Promise<string> => {
    if (server.clusters.hasTemplate(name)) return name
    const install = templates.of(name, (client, signal) => installHostedTemplate(client, clock, start, signal))
    await server.clusters.saveTemplate(name, await install)
    return name
  }
  return {
    of: (start) => {
      const name = `hosted-${start.version}-${contentHash(server, start)}`
      let known = saved.get(name)
      if (!known) {
        known = save(name, start)
        saved.set(name, known)
        known.catch(() => saved.delete(name))
      }
      return known
    },
  }
}

/** A server that was kept by another version of this program has other templates, on which its clusters rest. */
const contentHash = ({ ca }: HostedServer, { version, kubernetesVersion }: HostedApiStart): string =>
  hashOf([version, kubernetesVersion, ca, fixedContent()]).slice(0, 12)

let fixedHash: string | undefined

/** Of what is the same for all releases. */
function fixedContent(): string {
  fixedHash ??= hashOf([
    hostedClusterKinds.map(kindToCrd),
    HOSTED_NAMESPACES,
    EMPTY_SETTINGS.map(({ kind }) => kind),
    BOOTSTRAP_BINDINGS,
    CONNECTIVITY_CHECK,
    [...HOSTED_OPERATORS],
  ])
  return fixedHash
}

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex')
