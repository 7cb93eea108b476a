import { s } from '@skep/schema'
import { checked } from '../openshift/rules.ts'

const wait = (description: string) => s.optional(s.string({ description, format: 'duration' }))

const interval = (description: string) =>
  s.optional(s.string({ description, pattern: '^(0|([0-9]+(\\.[0-9]+)?(ns|us|µs|μs|ms|s|m|h))+)$' }))

const DURATION = "self.matches(r'^([0-9]+(\\.[0-9]+)?(ms|s|m))+$')"

const httpKeepAliveTimeout = s.string({
  description: 'How long a client may take until its next request.',
  minLength: 1,
  maxLength: 16,
  ...checked(
    {
      rule: DURATION,
      message:
        'httpKeepAliveTimeout must be a valid duration string composed of an unsigned integer value, optionally followed by a decimal fraction and a unit suffix (ms, s, m)',
    },
    {
      rule: `${DURATION} ? duration(self) <= duration('15m') : true`,
      message: 'httpKeepAliveTimeout must be less than or equal to 15 minutes',
    },
    {
      rule: `${DURATION} ? duration(self) >= duration('1ms') : true`,
      message: 'httpKeepAliveTimeout must be greater than or equal to 1 millisecond',
    },
  ),
})

const maxConnections = s.int32({
  description: 'Most connections of a router; -1 is as many as it can have.',
  ...checked({
    rule: 'self in [0, -1] || (2000 <= self && self <= 2000000)',
    message: 'maxConnections must be 0, -1, or between 2000 and 2000000',
  }),
})

/** How the routers of an ingress controller are tuned. */
export const IngressTuning = s.object({
  clientFinTimeout: wait('How long a client may take to close.'),
  clientTimeout: wait('How long a client may be silent.'),
  configurationManagement: s.optional(
    s.enum(['Dynamic', 'ForkAndReload'], { description: 'Whether routers change as they run, or start anew.' }),
  ),
  connectTimeout: interval('How long a connection to a server may take.'),
  headerBufferBytes: s.optional(s.int32({ description: 'Memory for the headers of a connection.', minimum: 16384 })),
  headerBufferMaxRewriteBytes: s.optional(
    s.int32({ description: 'How much of it is for changes of headers.', minimum: 4096 }),
  ),
  healthCheckInterval: interval('How often servers are looked after.'),
  httpKeepAliveTimeout: s.optional(httpKeepAliveTimeout),
  maxConnections: s.optional(maxConnections),
  reloadInterval: interval('How often routers may start anew.'),
  serverFinTimeout: wait('How long a server may take to close.'),
  serverTimeout: wait('How long a server may be silent.'),
  threadCount: s.optional(s.int32({ description: 'Threads of a router.', minimum: 1, maximum: 64 })),
  tlsInspectDelay: wait('How long a router waits for the start of TLS.'),
  tunnelTimeout: wait('How long a tunnel may be silent.'),
})
