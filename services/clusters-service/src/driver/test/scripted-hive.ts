import { AccountClaim, ClusterDeployment, Secret } from '@skep/api'
import type { VirtualClock } from '@skep/base'
import { type Client, Informer, type ObjectRef } from '@skep/client'
import { aCondition } from './builders.ts'

/** Plays Hive and the account operator: claims become ready and clusters installed, at once or when told. */
export class ScriptedHive {
  readonly #client: Client
  readonly #stop = new AbortController()
  readonly #informers: readonly [Informer<AccountClaim>, Informer<ClusterDeployment>]
  #running: Promise<unknown> | undefined
  /** Installs whatever appears. */
  auto = true
  /** How many ClusterDeployments it has seen appear. */
  seen = 0

  constructor(client: Client, clock: VirtualClock) {
    this.#client = client
    this.#informers = [
      new Informer(client, AccountClaim, { clock }),
      new Informer(client, ClusterDeployment, { clock }),
    ]
  }

  /** Begins to play. */
  start(): void {
    const [claims, deployments] = this.#informers
    claims.onChange(({ type, object }) => {
      if (type === 'added' && this.auto) void this.#quietly(this.readyClaim(object.metadata))
    })
    deployments.onChange(({ type, object }) => {
      if (type !== 'added') return
      this.seen++
      if (this.auto) void this.#quietly(this.install(object.metadata))
    })
    this.#running = Promise.all(this.#informers.map((informer) => informer.run(this.#stop.signal)))
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async readyClaim(ref: ObjectRef, state = 'Ready'): Promise<void> {
    const status = { state, conditions: [aCondition('Claimed', 'True', 'AccountClaimed', 'Account claimed')] }
    await this.#client.patch(AccountClaim, ref, { type: 'merge', body: { status } }, { subresource: 'status' })
  }

  async install(ref: ObjectRef): Promise<void> {
    await this.say(ref, [aCondition('Provisioned', 'False', 'Provisioning', 'Cluster is provisioning')])
    await this.#client.create(Secret, {
      metadata: { namespace: ref.namespace ?? '', name: `${ref.name}-admin-kubeconfig` },
      stringData: { kubeconfig: `kubeconfig of ${ref.name}` },
    })
    const clusterMetadata = {
      infraID: `${ref.name}-infra`,
      clusterID: `id-of-${ref.name}`,
      adminKubeconfigSecretRef: { name: `${ref.name}-admin-kubeconfig` },
    }
    await this.#client.patch(ClusterDeployment, ref, {
      type: 'merge',
      body: { spec: { installed: true, clusterMetadata } },
    })
    const urls = { apiURL: `https://api.${ref.name}:6443`, webConsoleURL: `https://console.${ref.name}` }
    await this.say(ref, [aCondition('Provisioned', 'True', 'Provisioned', 'Cluster is provisioned')], urls)
  }

  /** Writes conditions of a ClusterDeployment, in place of all that were there. */
  async say(ref: ObjectRef, conditions: ReturnType<typeof aCondition>[], more: object = {}): Promise<void> {
    const body = { status: { conditions, ...more } }
    await this.#client.patch(ClusterDeployment, ref, { type: 'merge', body }, { subresource: 'status' })
  }

  /** What is deleted in the middle of being played is gone. */
  async #quietly(playing: Promise<void>): Promise<void> {
    await playing.catch(() => undefined)
  }
}
