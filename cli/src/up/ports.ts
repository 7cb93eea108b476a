import { DEFAULT_PORT } from '../server-options.ts'

/** What the user says about ports. */
export interface PortOptions {
  readonly portsFrom?: number
  readonly port?: number
  readonly apiPort?: number
  readonly clustersServicePort?: number
  readonly ignitionPort?: number
}

/** A port, and the option that chooses another. */
export interface ChosenPort {
  readonly port: number
  readonly portOption: string
}

/** Who listens, in the order in which ports are given out. */
const LISTENERS = {
  kubernetes: { usual: DEFAULT_PORT, option: '--port' },
  control: { usual: 8080, option: '--api-port' },
  clustersService: { usual: 8001, option: '--clusters-service-port' },
  ignition: { usual: 22_624, option: '--ignition-port' },
} as const

export type ListenerName = keyof typeof LISTENERS
export type Ports = Readonly<Record<ListenerName, ChosenPort>>

/** The usual ports, or those from one on, or any free ones from 0 on; and those that are chosen one by one. */
export function choosePorts(options: PortOptions): Ports {
  const { port, apiPort, clustersServicePort, ignitionPort, portsFrom } = options
  const own = { kubernetes: port, control: apiPort, clustersService: clustersServicePort, ignition: ignitionPort }
  const names = Object.keys(LISTENERS) as ListenerName[]
  const chosen = names.map((name, index): [ListenerName, ChosenPort] => {
    const { usual, option } = LISTENERS[name]
    const asked = own[name]
    if (asked !== undefined || portsFrom === undefined) return [name, { port: asked ?? usual, portOption: option }]
    return [name, { port: portsFrom === 0 ? 0 : portsFrom + index, portOption: '--ports-from' }]
  })
  // Every listener has been given one.
  return Object.fromEntries(chosen) as Ports
}
