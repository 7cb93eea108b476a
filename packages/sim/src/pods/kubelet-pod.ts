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
  /** When something is to be done for it again, unless somebody changes it before; 0 while something is being done. */
  dueAt = 0
  readonly #node: SimulatedNode
  readonly #transitions: Transitions
  #address: string | undefined
  #holdsAddress: boolean
  #reported: string | undefined
  #reportedVersion: string | undefined

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

  /** Whether it can be left alone: it is as this kubelet reported it, and nothing is due. */
  isSettled({ metadata }: Pod, now: number): boolean {
    return metadata.resourceVersion === this.#reportedVersion && now < this.dueAt
  }

  /** Reports what has not been reported yet, if anything; `send` returns the version that the pod then has. */
  async report(
    pod: Pod,
    { now, serverNow }: { readonly now: number; readonly serverNow: number },
    send: (status: PodStatus) => Promise<string | undefined>,
  ): Promise<void> {
    this.#updateAddress(pod, now)
    this.#noteOverruled(pod)
    const { address: hostIp } = this.#node
    const report = { pod, run: this.run, hostIp, podIp: this.#address, transitions: this.#transitions, serverNow }
    const status = podStatusOf(report, now)
    const text = JSON.stringify(status)
    if (text === this.#reported) return
    this.#reportedVersion = await send(status)
    this.#reported = text
  }

  /** Gives its address back: its sandbox is gone. What was reported of it stays. */
  release(): void {
    if (this.#address !== undefined && this.#holdsAddress) this.#node.podAddresses.release(this.#address)
    this.#holdsAddress = false
  }

  /**
   * Pods of a node that was not heard of, or not ready, have been marked as not ready by others. Once the node is ready
   * they are as ready as their containers, which then is news.
   */
  #noteOverruled({ metadata, status }: Pod): void {
    const isNews = Number(metadata.resourceVersion) > Number(this.#reportedVersion)
    if (!isNews || this.#node.unready !== undefined) return
    const stored = status?.conditions?.find(({ type }) => type === 'Ready')
    if (!stored || stored.status === this.#transitions.get('Ready')?.status) return
    this.#transitions.set('Ready', { status: stored.status, since: stored.lastTransitionTime ?? '' })
    // Within the same second the report reads as the last one did.
    this.#reported = undefined
  }

  #updateAddress({ spec }: Pod, now: number): void {
    if (this.#address !== undefined || !this.run.isSandboxed(now)) return
    this.#address = spec?.hostNetwork ? this.#node.address : this.#node.podAddresses.take()
    this.#holdsAddress = !spec?.hostNetwork
  }
}
