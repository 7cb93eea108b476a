import { s, type TypeOf } from '@skep/schema'

export const ExecAction = s.object(
  {
    command: s.optional(
      s.array(s.string(), {
        description: 'Program and arguments, not in a shell. Exit code 0 is success.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'Runs a command in the container.', component: 'io.k8s.api.core.v1.ExecAction' },
)
export type ExecAction = TypeOf<typeof ExecAction>

export const GRPCAction = s.object(
  {
    port: s.int32({ description: 'Port number.', default: 0 }),
    service: s.optional(s.string({ description: 'Service to ask about.', default: '' })),
  },
  { description: 'Calls the gRPC health service.', component: 'io.k8s.api.core.v1.GRPCAction' },
)
export type GRPCAction = TypeOf<typeof GRPCAction>

export const HTTPHeader = s.object(
  {
    name: s.string({ description: 'Name of the header.', default: '' }),
    value: s.string({ description: 'Value of the header.', default: '' }),
  },
  { description: 'A header of a probe request.', component: 'io.k8s.api.core.v1.HTTPHeader' },
)
export type HTTPHeader = TypeOf<typeof HTTPHeader>

export const HTTPGetAction = s.object(
  {
    host: s.optional(
      s.string({ omitEmpty: true, description: 'Host to connect to. The address of the pod when not set.' }),
    ),
    httpHeaders: s.optional(s.array(HTTPHeader, { description: 'Headers of the request.', listType: 'atomic' })),
    path: s.optional(s.string({ omitEmpty: true, description: 'Path of the request.' })),
    port: s.intOrString({ description: 'Port number or name.' }),
    scheme: s.optional(s.string({ omitEmpty: true, description: 'HTTP or HTTPS.' })),
  },
  { description: 'Sends a GET request.', component: 'io.k8s.api.core.v1.HTTPGetAction' },
)
export type HTTPGetAction = TypeOf<typeof HTTPGetAction>

export const SleepAction = s.object(
  {
    seconds: s.int64({ description: 'How many seconds.', default: 0 }),
  },
  { description: 'Waits.', component: 'io.k8s.api.core.v1.SleepAction' },
)
export type SleepAction = TypeOf<typeof SleepAction>

export const TCPSocketAction = s.object(
  {
    host: s.optional(
      s.string({ omitEmpty: true, description: 'Host to connect to. The address of the pod when not set.' }),
    ),
    port: s.intOrString({ description: 'Port number or name.' }),
  },
  { description: 'Opens a connection.', component: 'io.k8s.api.core.v1.TCPSocketAction' },
)
export type TCPSocketAction = TypeOf<typeof TCPSocketAction>

export const LifecycleHandler = s.object(
  {
    exec: s.optional(s.with(ExecAction, { description: 'Run a command in the container.' })),
    httpGet: s.optional(s.with(HTTPGetAction, { description: 'Send a GET request.' })),
    sleep: s.optional(s.with(SleepAction, { description: 'Wait.' })),
    tcpSocket: s.optional(s.with(TCPSocketAction, { description: 'No longer supported; accepted but it fails.' })),
  },
  {
    description: 'What to do at a moment in the life of a container. Exactly one is set.',
    component: 'io.k8s.api.core.v1.LifecycleHandler',
  },
)
export type LifecycleHandler = TypeOf<typeof LifecycleHandler>

export const Lifecycle = s.object(
  {
    postStart: s.optional(
      s.with(LifecycleHandler, { description: 'Done right after the start. The container is restarted if it fails.' }),
    ),
    preStop: s.optional(
      s.with(LifecycleHandler, { description: 'Done before the stop; it counts against the grace period.' }),
    ),
  },
  {
    description: 'What to do after the start and before the stop of a container.',
    component: 'io.k8s.api.core.v1.Lifecycle',
  },
)
export type Lifecycle = TypeOf<typeof Lifecycle>

export const Probe = s.object(
  {
    exec: s.optional(s.with(ExecAction, { description: 'Run a command in the container.' })),
    failureThreshold: s.optional(
      s.int32({ omitEmpty: true, description: 'Failures in a row that count as failed. 3 when not set.' }),
    ),
    grpc: s.optional(s.with(GRPCAction, { description: 'Call the gRPC health service.' })),
    httpGet: s.optional(s.with(HTTPGetAction, { description: 'Send a GET request.' })),
    initialDelaySeconds: s.optional(
      s.int32({ omitEmpty: true, description: 'Seconds after the start before the first check.' }),
    ),
    periodSeconds: s.optional(s.int32({ omitEmpty: true, description: 'Seconds between checks. 10 when not set.' })),
    successThreshold: s.optional(
      s.int32({ omitEmpty: true, description: 'Successes in a row that count as good again. 1 when not set.' }),
    ),
    tcpSocket: s.optional(s.with(TCPSocketAction, { description: 'Open a connection.' })),
    terminationGracePeriodSeconds: s.optional(
      s.int64({ description: 'Seconds to stop in after the probe failed. That of the pod when not set.' }),
    ),
    timeoutSeconds: s.optional(
      s.int32({ omitEmpty: true, description: 'Seconds after which a check has failed. 1 when not set.' }),
    ),
  },
  { description: 'A check of a container, repeated.', component: 'io.k8s.api.core.v1.Probe' },
)
export type Probe = TypeOf<typeof Probe>
