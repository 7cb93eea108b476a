import type { Shell } from '../shell.ts'
import { NAMESPACE, type SampleObject } from './samples.ts'
import { type RecordedWatch, recordWatch } from './watch.ts'

/** What people do who order hosted clusters. */
export interface HostedUser {
  readonly sh: Shell
  readonly folder: string
  /** Makes the namespace, and in it the pull secret that the samples name. */
  prepare(namespace?: string): Promise<void>
  apply(...objects: readonly SampleObject[]): Promise<string>
  /** `kubectl wait` until a condition, or any other `--for`, holds of a `kind/name`. */
  wait(object: string, condition: string, namespace?: string): Promise<void>
  /** `status/reason` of a condition of a `kind/name`. */
  condition(object: string, type: string, namespace?: string): Promise<string>
  /** Writes the published kubeconfig of a cluster into the folder, and returns the name of the file. */
  kubeconfigOf(name: string, namespace?: string): Promise<string>
  /** Everything that happens to the objects of a path from now on. */
  watch(path: string, kubeconfig?: string): Promise<RecordedWatch>
}

/** Somebody with kubectl. */
export function hostedUser(sh: Shell, folder: string): HostedUser {
  return {
    sh,
    folder,
    prepare: async (namespace = NAMESPACE) => {
      await sh(`kubectl create namespace ${namespace} && kubectl create secret generic pull -n ${namespace} \
        --type=kubernetes.io/dockerconfigjson --from-literal=.dockerconfigjson='{"auths":{}}'`)
    },
    apply: (...objects) => {
      // Not a list: kubectl would check that by itself, without knowing of defaults.
      sh.file('apply.json', objects.map((object) => JSON.stringify(object)).join('\n'))
      return sh('kubectl apply -f apply.json')
    },
    wait: async (object, condition, namespace = NAMESPACE) => {
      await sh(`kubectl wait ${object} -n ${namespace} --for=${condition} --timeout=120s`)
    },
    condition: (object, type, namespace = NAMESPACE) =>
      sh(`kubectl get ${object} -n ${namespace} -o json | \
        jq -r '.status.conditions // [] | map(select(.type == "${type}"))[0] | "\\(.status)/\\(.reason)"'`),
    kubeconfigOf: async (name, namespace = NAMESPACE) => {
      const file = `${namespace}.${name}.kubeconfig`
      await sh(`kubectl get secret ${name}-admin-kubeconfig -n ${namespace} -o jsonpath='{.data.kubeconfig}' | \
        base64 -d > ${file}`)
      return file
    },
    watch: (path, kubeconfig) => recordWatch(sh, path, kubeconfig),
  }
}
