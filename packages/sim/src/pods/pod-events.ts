import type { Pod } from '@skep/api'
import type { EventNote, EventRecorder } from '@skep/controller'
import type { ContainerRun, Happening } from './container-run.ts'
import { goDuration } from './go-duration.ts'
import { imageBytes } from './image.ts'
import { podText } from './pod-status.ts'

/** What one kubelet tells people about its pods, in the words of the real one. It remembers which images it has. */
export class PodEvents {
  readonly #recorder: EventRecorder
  readonly #images = new Set<string>()
  /** Since when the image of a container is being pulled. */
  readonly #pulls = new WeakMap<ContainerRun, number>()

  constructor(recorder: EventRecorder) {
    this.#recorder = recorder
  }

  /** A container is about to be started: its image may have to come from afar. */
  preparing(pod: Pod, container: ContainerRun, now: number): void {
    const { image = '', imagePullPolicy } = container.spec
    if (this.#images.has(image) && imagePullPolicy !== 'Always') return
    this.#pulls.set(container, now)
    this.#record(pod, container, 'Pulling', `Pulling image "${image}"`)
  }

  happened(pod: Pod, { what, container }: Happening, now: number): void {
    const { name } = container.spec
    switch (what) {
      case 'Started':
        if (!this.#pulls.has(container)) this.preparing(pod, container, now)
        this.#record(pod, container, 'Pulled', this.#pulled(container, now))
        this.#record(pod, container, 'Created', 'Container created')
        this.#record(pod, container, 'Started', 'Container started')
        return
      case 'Killing':
        this.#record(pod, container, 'Killing', `Stopping container ${name}`)
        return
      case 'BackOff': {
        const message = `Back-off restarting failed container ${name} in pod ${podText(pod)}`
        this.#record(pod, container, 'BackOff', message, 'Warning')
      }
    }
  }

  #pulled(container: ContainerRun, now: number): string {
    const { image = '' } = container.spec
    const since = this.#pulls.get(container)
    if (since === undefined)
      return `Container image "${image}" already present on machine and can be accessed by the pod`
    this.#pulls.delete(container)
    this.#images.add(image)
    const time = goDuration(now - since)
    const size = `Image size: ${imageBytes(image)} bytes.`
    return `Successfully pulled image "${image}" in ${time} (${time} including waiting). ${size}`
  }

  #record(
    pod: Pod,
    { spec, rules }: ContainerRun,
    reason: string,
    message: string,
    type: EventNote['type'] = 'Normal',
  ): void {
    const list = rules.role === 'main' ? 'containers' : 'initContainers'
    this.#recorder.record(pod, { type, reason, message, fieldPath: `spec.${list}{${spec.name}}` })
  }
}
