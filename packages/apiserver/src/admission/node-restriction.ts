import type { Pod } from '@skep/api'
import type { AdmissionPlugin, AdmissionRequest } from '../contracts.ts'
import { forbidden } from '../registry/errors.ts'

const PREFIX = 'system:node:'
const GROUP = 'system:nodes'

/** The node that a kubelet speaks for; undefined for everybody else. */
function nodeOf({ context: { user } }: AdmissionRequest): string | undefined {
  return user.groups.includes(GROUP) && user.name.startsWith(PREFIX) ? user.name.slice(PREFIX.length) : undefined
}

/** A kubelet writes about its own node and the pods on it, and nothing else. */
export const nodeRestriction: AdmissionPlugin = {
  name: 'NodeRestriction',
  handles: (request) => nodeOf(request) !== undefined,
  validate: (request) => {
    const node = nodeOf(request) ?? ''
    const { group, resource } = request.resource
    if (group === '' && resource === 'nodes') return checkNode(request, node)
    if (group === '' && resource === 'pods') return checkPod(request, node)
    if (group === 'coordination.k8s.io' && resource === 'leases') return checkLease(request, node)
  },
}

function checkNode(request: AdmissionRequest, node: string): void {
  const name = request.name || (request.object?.metadata.name ?? '')
  if (name !== node) throw refuse(request, `node "${node}" is not allowed to modify node "${name}"`)
}

function checkPod(request: AdmissionRequest, node: string): void {
  const { operation, object, oldObject, subresource } = request
  const pod = (oldObject ?? object) as Pod | undefined
  if (operation === 'CREATE' && subresource === '' && !pod?.metadata.annotations?.['kubernetes.io/config.mirror']) {
    throw refuse(
      request,
      `pod does not have "kubernetes.io/config.mirror" annotation, node "${node}" can only create mirror pods`,
    )
  }
  if (pod?.spec?.nodeName !== node) {
    const verb = operation === 'DELETE' ? 'delete' : 'update'
    throw refuse(request, `node "${node}" can only ${verb} pods with spec.nodeName set to itself`)
  }
}

function checkLease(request: AdmissionRequest, node: string): void {
  const name = request.name || (request.object?.metadata.name ?? '')
  if (request.namespace !== 'kube-node-lease') {
    throw refuse(request, 'can only access leases in the "kube-node-lease" system namespace')
  }
  if (name !== node) throw refuse(request, 'can only access node lease with the same name as the requesting node')
}

const refuse = ({ resource, name }: AdmissionRequest, why: string) => forbidden(resource, name, why)
