import { describe, expect, it } from 'vitest'
import { StatusError } from './errors.ts'
import { createLogger, type LoggerOptions, silentLogger } from './logger.ts'
import { VirtualClock } from './virtual-clock.ts'

function collect(options: LoggerOptions = {}) {
  const lines: string[] = []
  const log = createLogger({ clock: new VirtualClock(), write: (line) => lines.push(line), ...options })
  return { lines, log }
}

describe('a text logger', () => {
  it('writes one line with time, level, message and fields', () => {
    const { lines, log } = collect()

    log.info('Scheduling order', { ClusterOrder: 'acme/blue', reason: 'no hub yet', candidates: 2, hub: undefined })

    expect(lines).toEqual([
      '2030-01-01T00:00:00.000Z INFO  Scheduling order ClusterOrder=acme/blue reason="no hub yet" candidates=2 hub=undefined\n',
    ])
  })

  it('never breaks a line', () => {
    const { lines, log } = collect()

    log.error('Failing', { text: 'two\nlines' })

    expect(lines).toEqual(['2030-01-01T00:00:00.000Z ERROR Failing text="two\\nlines"\n'])
  })

  it('leaves out what is less important than its level', () => {
    const { lines, log } = collect({ level: 'error' })

    log.debug('a')
    log.info('b')
    log.error('c')

    expect(lines).toEqual(['2030-01-01T00:00:00.000Z ERROR c\n'])
  })
})

describe('a JSON logger', () => {
  const logged = (fields: Record<string, unknown>) => {
    const { lines, log } = collect({ format: 'json' })
    log.info('Logging', fields)
    return JSON.parse(lines[0]!)
  }

  it('writes fields of the logger and of the line', () => {
    const { lines, log } = collect({ format: 'json', level: 'debug' })

    log.with({ hub: 'eu' }).with({ tenant: 'acme' }).debug('Placing', { tenant: 'other' })

    expect(lines).toEqual([
      '{"time":"2030-01-01T00:00:00.000Z","level":"debug","message":"Placing","hub":"eu","tenant":"other"}\n',
    ])
  })

  it('keeps its own fields apart from those of the caller', () => {
    expect(logged({ level: 'high' })).toMatchObject({ level: 'info', 'field.level': 'high' })
  })

  it('writes errors with reason and cause', () => {
    const error = new StatusError('Conflict', 'changed', { cause: new Error('stale') })

    expect(logged({ error }).error).toMatchObject({
      name: 'StatusError',
      message: 'changed',
      reason: 'Conflict',
      cause: { name: 'Error', message: 'stale' },
    })
  })

  it('writes no stack of what is down: it says nothing about that', () => {
    const error = new StatusError('ServiceUnavailable', 'the database is down', { cause: new Error('ECONNREFUSED') })

    expect(logged({ error }).error).toEqual({
      name: 'StatusError',
      message: 'the database is down',
      reason: 'ServiceUnavailable',
      cause: 'ECONNREFUSED',
    })
  })

  it('survives cycles, big integers and functions', () => {
    const cycle: Record<string, unknown> = { name: 'loop' }
    cycle['self'] = cycle

    expect(logged({ cycle, big: 2n ** 70n, fn: () => 1 })).toMatchObject({
      cycle: { name: 'loop', self: { name: 'loop' } },
      big: '1180591620717411303424',
    })
  })
})

describe('redaction', () => {
  const written = (fields: Record<string, unknown>) => {
    const { lines, log } = collect()
    log.info('x', fields)
    return lines[0]!.slice('2030-01-01T00:00:00.000Z INFO  x '.length, -1)
  }

  it.each([
    'token',
    'password',
    'adminPassword',
    'Authorization',
    'kubeconfig',
    'clientSecret',
    'key',
    'apiKey',
    'tls.key',
    'client-key-data',
    'set-cookie',
    'credentials',
  ])('hides %s', (name) => {
    expect(written({ [name]: 'hunter2' })).toBe(`${name}=[redacted]`)
    expect(written({ request: { [name]: ['hunter2'] } })).toBe(`request={"${name}":"[redacted]"}`)
  })

  it('hides private keys, authorization headers and bytes under any name', () => {
    expect(written({ a: '-----BEGIN EC PRIVATE KEY-----\nabc' })).toBe('a=[redacted]')
    expect(written({ a: 'Bearer abc' })).toBe('a=[redacted]')
    expect(written({ a: Buffer.from('abc') })).toBe('a=[redacted]')
    expect(written({ error: new Error('Bearer abc') })).toBe('error={"name":"Error","message":"[redacted]"}')
  })

  it('hides the data of a Secret, and says which one it is', () => {
    expect(written({ object: { kind: 'Secret', metadata: { name: 'pull' }, data: { a: 'aHVudGVyMg==' } } })).toBe(
      'object={"kind":"Secret","metadata":{"name":"pull"},"data":"[redacted]"}',
    )
    expect(written({ Secret: 'acme/pull', secretName: 'pull', pullSecretRef: { name: 'pull' } })).toBe(
      'Secret=acme/pull secretName=pull pullSecretRef={"name":"pull"}',
    )
  })

  it('shows numbers and flags, which are no secrets', () => {
    expect(written({ tokens: 3, hasPassword: true })).toBe('tokens=3 hasPassword=true')
  })
})

describe('silentLogger', () => {
  it('is a logger like any other', () => {
    expect(silentLogger.with({ a: 1 })).toBe(silentLogger)
    expect(silentLogger.info('nothing')).toBeUndefined()
  })
})
