import type { Taint } from '@skep/api'
import { KUBELET_VERSION, type NodeSystem } from '../nodes/node-object.ts'

/** OpenShift 4.19 brings Kubernetes 1.32, and each release brings the next one. */
const MINOR_DISTANCE = 13
const KERNEL = '5.14.0-570.el9'
const KERNEL_ARCHITECTURES: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' }

/** What the kubelets of OpenShift's workers say of themselves. */
export const WORKER_LABELS: Readonly<Record<string, string>> = {
  'node-role.kubernetes.io/worker': '',
  'node.openshift.io/os_id': 'rhcos',
}

/** Keep pods away until the network is up; the cluster takes them off then. */
export const NOT_READY_TAINTS: readonly Taint[] = ['NoSchedule', 'NoExecute'].map((effect) => ({
  key: 'node.kubernetes.io/not-ready',
  effect,
}))

/** Why a node is not ready as long as nothing has set its network up. */
export const NETWORK_NOT_READY =
  'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns ' +
  'error: no CNI configuration file in /etc/kubernetes/cni/net.d/. Has your network provider started?'

/** What an OpenShift worker takes unless its provider says otherwise. */
export const WORKER_RESOURCES: Readonly<Record<string, string>> = { pods: '250' }

/** What runs on an OpenShift worker with a kubelet of this version. */
export function workerSystem(kubeletVersion: string = KUBELET_VERSION, architecture = 'amd64'): NodeSystem {
  const [, minor = '0'] = /^v1\.(\d+)\./.exec(kubeletVersion) ?? []
  return {
    kubeletVersion,
    osImage: `Red Hat Enterprise Linux CoreOS 4.${Number(minor) - MINOR_DISTANCE} (Plow)`,
    kernelVersion: `${KERNEL}.${KERNEL_ARCHITECTURES[architecture] ?? architecture}`,
    containerRuntimeVersion: `cri-o://${kubeletVersion.slice(1)}`,
    architecture,
  }
}
