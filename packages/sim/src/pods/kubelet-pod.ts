import type { Pod, PodStatus } from '@skep/api'
import type { SimulatedNode } from '../nodes/simulated-node.ts'
import type { PodRun } from './pod-run.ts'
import { podStatusOf, type Transitions } from './pod-status.ts'

/** A pod as the kubelet of its node keeps it: its run, its address, and what has been reported of it. */
export class KubeletPod {
  readonly uid: string
  readonly run: PodRun
  /** Set when it has been deleted for good. */
  isRemoved = false
  readonly #node: SimulatedNode
  readonly #transitions: Transitions
  #address: string | undefined
  #holdsAddress: boolean
  #reported: string | undefined

  constructor({ metadata, status }: Pod, run: PodRun, node: SimulatedNode) {
    this.uid = metadata.uid ?? ''
    this.run = run
    this.#node = node
    this.#address = status?.podIP
    this.#holdsAddress = this.#address !== undefined && !run.isOver
    if (this.#address !== undefined && this.#holdsAddress) node.podAddresses.keep(this.#address)
    this.#transitions = new Map(
      (status?.conditions ?? []).map(({ type, status, lastTransitionTime = '' }) => [
        type,
        { status, since: lastTransitionTime },
      ]),
    )
  }

  /** What there is to report and has not been; undefined when there is nothing. `reported` says that it has been. */
  unreported(pod: Pod, now: number): PodStatus | undefined {
    this.#updateAddress(pod, now)
    const { address: hostIp } = this.#node
    const report = { pod, run: this.run, hostIp, podIp: this.#address, transitions: this.#transitions }
    const status = podStatusOf(report, now)
    return JSON.stringify(status) === this.#reported ? undefined : status
  }

  reported(status: PodStatus): void {
    this.#reported = JSON.stringify(status)
  }

  /** Gives its address back: its sandbox is gone. What was reported of it stays. */
  release(): void {
    if (this.#address !== undefined && this.#holdsAddress) this.#node.podAddresses.release(this.#address)
    this.#holdsAddress = false
  }

  #updateAddress({ spec }: Pod, now: number): void {
    if (this.#address !== undefined || !this.run.isSandboxed(now)) return
    this.#address = spec?.hostNetwork ? this.#node.address : this.#node.podAddresses.take()
    this.#holdsAddress = !spec?.hostNetwork
  }
}
