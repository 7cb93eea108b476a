import { CertificateSigningRequest, Node } from '@skep/api'
import { type InFlightLimits, startApiServer } from '@skep/apiserver'
import { createRandom, formatTime, VirtualClock } from '@skep/base'
import { type Client, Informer, type Stored } from '@skep/client'
import { onTestFinished } from 'vitest'
import { createBehaviours } from '../../behaviour/behaviours.ts'
import type { Behaviours } from '../../behaviour/contracts.ts'
import { createSimulationClock } from '../../clock/simulation-clock.ts'
import type { HostedApi, HostedApis } from '../../hosted/contracts.ts'
import { createHostedApis } from '../../hosted/hosted-apis.ts'
import { MACHINE_BEHAVIOUR_KINDS } from '../behaviour-kinds.ts'
import type { FetchIgnition, MachineBoot, SimulatedMachines } from '../contracts.ts'
import { MACHINE_FILES } from '../ignition.ts'
import { createSimulatedMachines } from '../simulated-machines.ts'

const START = { version: '4.19.3', kubernetesVersion: 'v1.32.3', serviceNetwork: '172.31.0.0/16' }

/** A hosted API, a server of its machines' configuration, and somebody who approves their certificates. */
export interface MachineWorld {
  readonly clock: VirtualClock
  readonly behaviours: Behaviours
  readonly apis: HostedApis
  readonly api: HostedApi
  readonly machines: SimulatedMachines
  /** What the ignition server was asked. */
  readonly asked: Parameters<FetchIgnition>[0][]
  /** What it answers instead of the configuration. */
  ignitionAnswer: { status: number; body: string } | undefined
  /** Whether requests for certificates are approved. */
  approving: boolean
  /** Machines as a new process would start them. */
  restart(): Promise<SimulatedMachines>
  node(name: string): Promise<Stored<Node> | undefined>
}

/** A machine to boot; `w-1` of the hosted API unless told otherwise. */
export const aMachine = (name = 'w-1', more: Partial<MachineBoot> = {}): MachineBoot => ({
  machine: { namespace: 'clusters-demo', name, uid: `uid-${name}` },
  nodeName: name,
  providerId: `test:///${name}`,
  addresses: [
    { type: 'InternalDNS', address: name },
    { type: 'InternalIP', address: `10.0.0.${name.split('-')[1]}` },
  ],
  userData: USER_DATA,
  ...more,
})

const USER_DATA = JSON.stringify({
  ignition: {
    version: '3.2.0',
    security: { tls: { certificateAuthorities: [{ source: 'data:,THE-CA' }] } },
    config: {
      merge: [
        {
          source: 'https://ignition.test/ignition',
          httpHeaders: [{ name: 'Authorization', value: 'Bearer dG9rZW4=' }],
        },
      ],
    },
  },
})

/** What may be different in such a world. */
export interface MachineWorldOptions {
  /** Machines take no time at all. */
  readonly leaping?: boolean
  /** How many requests the server answers at once. */
  readonly limits?: InFlightLimits
}

/** Starts one; machines take the default time unless told otherwise, and pods two seconds to start. */
export async function startMachineWorld({ leaping = false, limits }: MachineWorldOptions = {}): Promise<MachineWorld> {
  const clock = new VirtualClock()
  const machineClock = leaping ? createSimulationClock({ base: clock, speed: 'instant' }) : clock
  const server = await startApiServer({ clock, random: createRandom(1), ...(limits && { limits }) })
  const apis = createHostedApis({ server, clock })
  const api = await apis.ensure('clusters-demo', START)
  const behaviours = createBehaviours({ kinds: MACHINE_BEHAVIOUR_KINDS, clock, config: { seed: 7 } })
  const payload = payloadWith(await bootstrapKubeconfig(api))
  const running: SimulatedMachines[] = []
  const world: Omit<MachineWorld, 'machines'> = {
    clock,
    behaviours,
    apis,
    api,
    asked: [],
    ignitionAnswer: undefined,
    approving: true,
    restart: async () => {
      await running.at(-1)?.stop()
      return start()
    },
    node: (name) => api.client.get(Node, { name }),
  }
  const start = (): SimulatedMachines => {
    const fetchIgnition: FetchIgnition = async (request) => {
      world.asked.push(request)
      return full.ignitionAnswer ?? { status: 200, body: payload }
    }
    const dependencies = { behaviours, apis, fetchIgnition, clock: machineClock, random: createRandom(3) }
    const machines = createSimulatedMachines(dependencies, { delays: { startMs: 2_000 } })
    running.push(machines)
    return machines
  }
  const stopApproving = approveAll(api, clock, () => full.approving)
  onTestFinished(async () => {
    await running.at(-1)?.stop()
    await stopApproving()
    await server.close()
  })
  const full: MachineWorld = Object.assign(world, { machines: start() })
  return full
}

/** Status of the condition Ready of a node. */
export const readiness = async ({ node }: MachineWorld, name = 'w-1'): Promise<string | undefined> =>
  (await node(name))?.status?.conditions?.find(({ type }) => type === 'Ready')?.status

/** All requests for certificates. */
export const requests = async ({ api }: MachineWorld): Promise<Stored<CertificateSigningRequest>[]> =>
  (await api.client.list(CertificateSigningRequest)).items

const payloadWith = (kubeconfig: string): string =>
  JSON.stringify({
    ignition: { version: '3.2.0' },
    storage: {
      files: [
        file(MACHINE_FILES.bootstrapKubeconfig, kubeconfig),
        file(MACHINE_FILES.kubeletVersion, 'v1.32.5\n'),
        file(MACHINE_FILES.nodeAnnotations, '{"machineconfiguration.openshift.io/currentConfig":"a1b2c3d4"}'),
      ],
    },
  })

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const file = (path: string, text: string) => ({ path, contents: { source: `data:;base64,${base64(text)}` } })

/** As the hosted cluster's operator makes it: with a token of the account that machines join with. */
async function bootstrapKubeconfig({ url, caPem, client }: HostedApi): Promise<string> {
  const path = '/api/v1/namespaces/openshift-machine-config-operator/serviceaccounts/node-bootstrapper/token'
  const { body } = await client.raw({
    method: 'POST',
    path,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 86_400 } },
  })
  const { token } = JSON.parse(body.toString('utf8')).status
  return JSON.stringify({
    'current-context': 'kubelet',
    contexts: [{ name: 'kubelet', context: { cluster: 'local', user: 'kubelet' } }],
    clusters: [{ name: 'local', cluster: { server: url, 'certificate-authority-data': base64(caPem) } }],
    users: [{ name: 'kubelet', user: { token } }],
  })
}

/** Approves requests for certificates as they come, or once `isApproving` says so. Returns how to stop it. */
function approveAll({ client }: HostedApi, clock: VirtualClock, isApproving: () => boolean): () => Promise<void> {
  const stopping = new AbortController()
  const informer = new Informer(client, CertificateSigningRequest, { clock, random: createRandom(2) })
  informer.onChange(({ type, object }) => {
    if (type === 'deleted' || object.status?.conditions?.length || !isApproving()) return
    void approve(client, object, formatTime(clock.now()))
  })
  const running = informer.run(stopping.signal)
  return async () => {
    stopping.abort()
    await running
  }
}

function approve(client: Client, { metadata, status }: Stored<CertificateSigningRequest>, now: string) {
  const condition = { type: 'Approved', status: 'True', reason: 'Test', message: '', lastUpdateTime: now }
  const body = { status: { conditions: [...(status?.conditions ?? []), condition] } }
  return client.patch(CertificateSigningRequest, metadata, { type: 'merge', body }, { subresource: 'approval' })
}
