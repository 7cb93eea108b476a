import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildSkep, skep, skepIn, startSkep, temporaryFolder } from './test/skep.ts'

// One file for all that runs the program: it is compiled once, not by several tests at the same time.
beforeAll(buildSkep, 120_000)

const READY = /^Kubernetes API ready at (https:\/\/127\.0\.0\.1:(\d+)), kubeconfig (.*)$/

/** The status of a GET, with a bearer token, by someone who trusts the authority in the kubeconfig. */
function statusOf(url: string, token: string, kubeconfig: string): Promise<number | undefined> {
  const [, authority = ''] = /certificate-authority-data: (.*)/.exec(readFileSync(kubeconfig, 'utf8')) ?? []
  const options = { ca: Buffer.from(authority, 'base64'), headers: { authorization: `Bearer ${token}` } }
  return new Promise((resolve, reject) => {
    request(url, options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })
}

describe('skep', { timeout: 60_000 }, () => {
  it('prints its version', async () => {
    const folder = temporaryFolder()

    expect(await skep(folder, 'version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
    expect((await skep(folder, '--version')).stdout).toBe('0.1.0\n')
  })

  it.each([[], ['up'], ['sim', 'fail']].map((command) => [command]))('shows help for %j', async (command) => {
    const { code, stdout } = await skep(temporaryFolder(), ...command, '--help')

    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: ${['skep', ...command].join(' ')}`)
    expect(stdout).toMatch(/Examples:\n {2}skep /)
  })

  it.each([
    ['nope', [], "skep: unknown command 'nope'"],
    ['up', ['--port', 'abc'], "'--port <number>' argument 'abc' is invalid. a port is a number from 0 to 65535"],
    ['up', ['--nodes', '-1'], "'--nodes <count>' argument '-1' is invalid. expected a whole number"],
    [
      'up',
      ['--disable', 'nope'],
      'there is no nope; there are hive, accounts, hypershift, work, mce, clusters-service',
    ],
    ['up', ['--speed', 'fast'], 'a speed is real, instant, paused or a factor such as 60x'],
    ['wait', ['cluster/blue'], "required option '--for <state>' not specified"],
    ['apiserver', ['--log-level', 'loud'], 'Allowed choices are error, info, debug.'],
  ])('refuses wrong usage of %s %j with exit code 2', async (command, options, message) => {
    const { code, stderr } = await skep(temporaryFolder(), command, ...options)

    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).toContain('(run with --help for usage and examples)')
  })
})

describe('skep apiserver', { timeout: 60_000 }, () => {
  it('says when it is ready, and leaves nothing behind when it was ephemeral', async () => {
    const folder = temporaryFolder()
    const server = startSkep(folder, 'apiserver', '--ephemeral', '--port', '0')

    const [, , port, kubeconfig = ''] = await server.line(READY)
    expect(kubeconfig).toBe(join(folder, `.skep/ephemeral-${port}.kubeconfig`))
    expect(statSync(kubeconfig).mode & 0o777).toBe(0o600)

    expect(await server.stop('SIGTERM')).toBe(0)
    expect(readdirSync(join(folder, '.skep'))).toEqual([])
  })

  it('lets in whoever shows a token', async () => {
    const folder = temporaryFolder()
    const options = ['--ephemeral', '--port', '0', '--token', 'sesame=ali:system:masters', '--token', 'x=nobody']
    const server = startSkep(folder, 'apiserver', ...options)
    const [, url, , kubeconfig = ''] = await server.line(READY)
    const secrets = `${url}/api/v1/secrets`

    expect(await statusOf(secrets, 'sesame', kubeconfig)).toBe(200)
    expect(await statusOf(secrets, 'x', kubeconfig)).toBe(403)
    expect(await statusOf(secrets, 'guess', kubeconfig)).toBe(401)
    expect(await server.stop('SIGINT')).toBe(0)
  })

  it('refuses a data directory that another one uses, and takes it when that one has stopped', async () => {
    const folder = temporaryFolder()
    const first = startSkep(folder, 'apiserver', '--port', '0')
    const [, , , kubeconfig = ''] = await first.line(READY)
    const before = readFileSync(kubeconfig, 'utf8')

    const { code, stderr } = await skep(folder, 'apiserver', '--port', '0')
    expect(code).toBe(1)
    expect(stderr).toBe(
      `skep: the store in ${join(folder, '.skep/store')} is in use by process ${first.pid}; stop it or choose another directory with --data-dir\n`,
    )
    expect(readFileSync(kubeconfig, 'utf8')).toBe(before)

    await first.stop()
    await startSkep(folder, 'apiserver', '--port', '0').line(READY)
  })

  it('names a taken port, and the option that changes it', async () => {
    const folder = temporaryFolder()
    const [, , port = ''] = await startSkep(folder, 'apiserver', '--ephemeral', '--port', '0').line(READY)

    const { code, stderr } = await skep(folder, 'apiserver', '--data-dir', 'second', '--port', port)
    expect(code).toBe(1)
    expect(stderr).toBe(`skep: port ${port} is taken: choose another with --port\n`)
    const up = await skep(folder, 'up', '--data-dir', 'second', '--ports-from', port)
    expect(up.stderr).toBe(`skep: port ${port} is taken: choose another with --ports-from\n`)
  })

  it('overwrites neither the kubeconfig of other clusters nor that of a Skep that runs', async () => {
    const folder = temporaryFolder()
    const [, url, , running = ''] = await startSkep(folder, 'apiserver', '--ephemeral', '--port', '0').line(READY)
    writeFileSync(join(folder, 'config'), 'apiVersion: v1\nkind: Config\nclusters:\n- name: production\n')
    const start = (kubeconfig: string) =>
      skep(folder, 'apiserver', '--ephemeral', '--port', '0', '--kubeconfig', kubeconfig)

    expect((await start('config')).stderr).toBe(
      'skep: config holds other clusters: name another file with --kubeconfig\n',
    )
    expect((await start(running)).stderr).toBe(
      `skep: ${running} is of the Skep that runs at ${url}: name another with --kubeconfig\n`,
    )
    expect(readFileSync(join(folder, 'config'), 'utf8')).toContain('production')
    expect(existsSync(running)).toBe(true)
  })

  it('explains a failure in one line, with the stack when asked', async () => {
    const folder = temporaryFolder()
    const options = ['apiserver', '--ephemeral', '--port', '0', '--token', 'incomplete']

    const { code, stderr } = await skep(folder, ...options)
    expect(code).toBe(1)
    expect(stderr).toBe('skep: --token takes TOKEN=USER or TOKEN=USER:GROUP,GROUP\n')
    expect((await skep(folder, ...options, '--verbose')).stderr).toMatch(/\n {4}at /)
  })
})

describe('skep up', { timeout: 60_000 }, () => {
  it('tells how far it is, and what to try when the nodes are ready', async () => {
    const folder = temporaryFolder()
    const up = startSkep(folder, 'up', '--ephemeral', '--ports-from', '0', '--nodes', '2')

    await up.line(/^Starting the Kubernetes API \(nothing is kept\)$/)
    const [, port] = await up.line(/^ {2}ready at https:\/\/127\.0\.0\.1:(\d+)$/)
    await up.line(/^ {2}2 simulated nodes are ready$/)
    await up.line(/^ {2}operators are ready, with their control API at http:\/\/127\.0\.0\.1:\d+$/)
    await up.line(/^ {2}the clusters service is ready at http:\/\/127\.0\.0\.1:\d+$/)
    const [, kubeconfig] = await up.line(/^ {2}export KUBECONFIG=(.*)$/)
    expect(kubeconfig).toBe(join(folder, `.skep/ephemeral-${port}.kubeconfig`))
    await up.line(/^ {2}kubectl get nodes$/)

    expect(await up.stop('SIGINT')).toBe(0)
    expect(readdirSync(join(folder, '.skep'))).toEqual([])
  })

  it('stops in order even when it is asked to while it starts', async () => {
    const folder = temporaryFolder()
    const up = startSkep(folder, 'up', '--ephemeral', '--ports-from', '0')
    await up.line(/^Starting/)

    expect(await up.stop('SIGTERM')).toBe(0)
    expect(readdirSync(join(folder, '.skep'))).toEqual([])
  })
})

describe('skep wait', { timeout: 60_000 }, () => {
  it('says what it was waiting for when time is up', async () => {
    const { code, stderr } = await skep(
      temporaryFolder(),
      'wait',
      '--for=up',
      'http://127.0.0.1:1',
      '--timeout',
      '300ms',
    )

    expect(code).toBe(1)
    expect(stderr).toMatch(/^skep: timed out after 0\.3s waiting for http:\/\/127\.0\.0\.1:1 to answer: .+\n$/)
  })

  it('waits for the server of $KUBECONFIG when it is told of no other', async () => {
    const up = ['wait', '--for=up', '--timeout', '300ms']
    const { code, stderr } = await skepIn({ KUBECONFIG: '/nowhere/config' }, temporaryFolder(), ...up)

    expect(code).toBe(1)
    expect(stderr).toMatch(/^skep: timed out after 0\.3s waiting for the server of \/nowhere\/config to answer: .+\n$/)
  })

  it.each([
    [
      ['wait', '--for=redy', 'cluster/blue'],
      "'--for <state>' argument 'redy' is invalid. Allowed choices are up, deleted,",
    ],
    [
      ['sim', 'delay', 'clusterdeployment', 'a/b', 'soon'],
      "'soon' is invalid for argument 'seconds'. expected a number",
    ],
    [['provision-shard', 'check', 'x.yaml', '-o', 'xml'], "argument 'xml' is invalid. Allowed choices are text, json."],
    [['clusters-service', 'serve', '--environment', 'A B'], "argument 'A B' is invalid. it is part of names"],
  ])('refuses %j at once, with what would do', async (args, message) => {
    const { code, stderr } = await skep(temporaryFolder(), ...args)

    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('says before it records, not after, that a recording cannot be written', async () => {
    const folder = temporaryFolder()
    const kubeconfig = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'a', cluster: { server: 'http://127.0.0.1:1' } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    }
    writeFileSync(join(folder, 'kubeconfig'), JSON.stringify(kubeconfig))

    const { code, stderr } = await skep(
      folder,
      'sim',
      'record',
      '--kubeconfig',
      'kubeconfig',
      '--output',
      'kubeconfig/r',
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/^skep: kubeconfig\/r cannot be written: .*; name another file with --output\n$/)
  })

  it('refuses to wait for something that is no cluster', async () => {
    const { code, stderr } = await skep(temporaryFolder(), 'wait', '--for=ready', 'blue')

    expect(code).toBe(1)
    expect(stderr).toBe('skep: --for=ready takes a cluster, as cluster/NAME or cluster/ID\n')
  })
})

describe('skep hive-simulator', { timeout: 60_000 }, () => {
  it.each([
    [['--log-level', 'loud'], 'skep: invalid log level: loud; it is one of debug, info, warn, error\n'],
    [['--config', 'nowhere.yaml'], /^skep: failed to read config file nowhere\.yaml/],
    [['--config', 'bad.yaml'], 'skep: invalid configuration: ClusterDeployment defaultDelaySeconds must be >= 0\n'],
  ])('refuses %j before it starts anything', async (options, message) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'bad.yaml'), 'clusterDeployment: {defaultDelaySeconds: -1}\n')

    const { code, stderr } = await skep(folder, 'hive-simulator', ...options)
    expect(code).toBe(1)
    if (typeof message === 'string') expect(stderr).toBe(message)
    else expect(stderr).toMatch(message)
    expect(readdirSync(folder)).toEqual(['bad.yaml'])
  })

  it('keeps its port and certificates over restarts, and removes its kubeconfig when it stops', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'kubeconfig')
    const run = async (...options: string[]) => {
      const server = startSkep(folder, 'hive-simulator', '--api-port', '0', '--kubeconfig', file, ...options)
      await server.line(/^INFO: {3}Configuration API: http:\/\/localhost:\d+$/)
      const kubeconfig = readFileSync(file, 'utf8')
      expect(await server.stop()).toBe(0)
      return kubeconfig
    }

    const first = await run('--port', '0')
    expect(existsSync(file)).toBe(false)
    const authority = (text: string) => /certificate-authority-data: (.*)/.exec(text)?.[1]
    const again = await run()
    expect(/server: (.*)/.exec(again)?.[1]).toBe(/server: (.*)/.exec(first)?.[1])
    expect(authority(again)).toBe(authority(first))
    expect(authority(await run('--new-certificates'))).not.toBe(authority(first))
  })

  it('names a taken control port in the words that people search for', async () => {
    const folder = temporaryFolder()
    const options = ['--ephemeral', '--port', '0', '--kubeconfig', 'kubeconfig']
    const first = startSkep(folder, 'hive-simulator', '--api-port', '0', ...options)
    const [, port = ''] = await first.line(/Configuration API: http:\/\/localhost:(\d+)$/)

    const second = await skep(folder, 'hive-simulator', '--api-port', port, ...options.slice(0, 3))
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`API server failed: listen tcp :${port}: bind: address already in use`)
  })
})

describe('skep demo hive', { timeout: 60_000 }, () => {
  it('says what does not run that it was to use', async () => {
    const { code, stderr } = await skep(temporaryFolder(), 'demo', 'hive', '--url', 'http://127.0.0.1:1')

    expect(code).toBe(1)
    expect(stderr).toBe(
      'skep: no clusters service answers at http://127.0.0.1:1: start one with `skep up`, or name another with --url\n',
    )
  })

  it('shows three clusters end as planned, in lines', async () => {
    const { code, stdout } = await skep(temporaryFolder(), 'demo', 'hive', '--speed', '20x')

    expect(stdout).toMatch(/^demo-good-\w+ +as usual +ready /m)
    expect(stdout).toMatch(/^demo-slow-\w+ +made slow +ready /m)
    expect(stdout).toMatch(/^demo-fails-\w+ +made to fail +error .*no room for another VPC$/m)
    expect(stdout).toMatch(/Done: nothing is left of them\n$/)
    expect(code).toBe(0)
  })
})

describe('skep demo hosted', { timeout: 180_000 }, () => {
  it('says how fast it is unless told otherwise, and shows examples of its own', async () => {
    const { stdout } = await skep(temporaryFolder(), 'demo', 'hosted', '--help')

    expect(stdout).toContain('(default: 60x)')
    expect(stdout).toContain('skep demo hosted --keep')
    expect(stdout).not.toContain('demo hive')
  })

  it('shows the whole life of a hosted cluster, in lines, and leaves nothing behind', async () => {
    const folder = temporaryFolder()
    const { code, stdout, stderr } = await skepIn({ TMPDIR: folder }, folder, 'demo', 'hosted', '--speed', '120x')

    expect(stderr).toBe('')
    expect(stdout).toMatch(/kubeconfig of the tenant: .*demo-\w+\.kubeconfig$/m)
    expect(stdout).toMatch(/^ +large-\w{5} +Ready +worker +\S+ +v1\.31\.9$/m)
    expect(stdout).toMatch(/^ +web-\w+-\w{5} +1\/1 +Running +0 +\S+$/m)
    expect(stdout).toMatch(/^ +small-\w{5}-\w{5} +Ready +worker +\S+ +v1\.32\.3$/m)
    expect(stdout.match(/^ +✓ .* \d+\.\d s {3}/gm)).toHaveLength(9)
    expect(stdout).toMatch(/all of it +\d+\.\d s +\w+\n$/)
    expect(readdirSync(folder)).toEqual([])
    expect(code).toBe(0)
  })
})
