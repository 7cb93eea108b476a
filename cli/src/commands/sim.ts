import { setTimeout as sleep } from 'node:timers/promises'
import { ControlApiError, type ControlClient, createControlClient, type Speed } from '@skep/sim'
import { type Command, Option } from 'commander'
import { reporting, UserError } from '../failure.ts'
import { parseCount, parseTime } from '../options.ts'
import { type AddressChoice, controlApiAddress } from '../sim/address.ts'
import { clearDecision } from '../sim/clear.ts'
import { describeAction, describeConfig, describeOverrides, describeStatus, describeTime } from '../sim/describe.ts'
import { parseObject, parseSeconds, parseSettings, parseSpeed } from '../sim/parse.ts'
import type { RecordFlags } from '../sim/record.ts'
import { replay } from '../sim/replay.ts'

const WORDS = `
TYPE is clusterdeployment, accountclaim, projectclaim, hostedcluster, nodepool, machine or managedcluster; OBJECT is
NAMESPACE/NAME, or NAME for a managedcluster; it need not be there yet. \`skep sim config TYPE\` names the states that
objects of a type go through. Figures for Prometheus are at /metrics of the same address.`

/** At least one of each command, whose own help shows those that are of it. */
const EXAMPLES = [
  'skep sim status',
  'skep sim config clusterdeployment                         which states there are, and how long they take',
  'skep sim set clusterdeployment defaultDelaySeconds=60     a minute for every cluster from now on',
  "skep sim fail clusterdeployment default/bad --reason AWSVPCLimitExceeded --message 'The VPC limit is reached'",
  'skep sim delay clusterdeployment default/slow 300',
  'skep sim succeed clusterdeployment default/good           whatever happens to others',
  'skep sim fail hostedcluster clusters/red --state Etcd     its etcd never gets its quorum',
  'skep sim fail nodepool clusters/red-workers --state Provisioning',
  'skep sim overrides                                        what was decided so',
  'skep sim clear clusterdeployment default/bad              let it go on',
  'skep sim clock --speed 60x                                a minute in a second',
  'skep sim clock --advance 3600                             an hour at once',
  'skep sim log --follow',
  'skep sim record --kubeconfig prod-shard.yaml --until-ready 3 --output recording.yaml',
  'skep sim record --namespace uhc-dev-c1 --for 10m          what happens there within ten minutes',
  'skep sim record --past --for 1s                           what happened before, as far as conditions tell',
  'skep sim replay recording.yaml                            the same, for clusters that are ordered from now on',
  'skep sim replay                                           what is replayed',
  'skep sim replay --stop',
  'skep sim reset                                            as it was at the start',
]

const showExamples = (examples: readonly string[]): string =>
  ['\nExamples:', ...examples.map((example) => `  ${example}`)].join('\n')

interface SimOptions extends AddressChoice {
  readonly verbose?: boolean
  readonly output: 'text' | 'json'
}

const FOLLOW_EVERY_MS = 500

/** `skep sim`: looks into a running simulation, makes it slow or fast, and lets things fail. */
export function addSimCommand(program: Command): void {
  const sim = program
    .command('sim')
    .description('drive a running simulation')
    .addHelpText('after', `${WORDS}\n${showExamples(EXAMPLES)}`)
  addReadingCommands(sim)
  addOverrideCommands(sim)
  addChangingCommands(sim)
  addReplayCommand(sim)
  for (const command of sim.commands) {
    command
      .addOption(
        new Option(
          '--url <address>',
          'address of the control API (default: as the kubeconfig says, or http://localhost:8080)',
        ).env('SKEP_SIM_URL'),
      )
      .option(
        '--kubeconfig <file>',
        'kubeconfig of `skep up` or `skep hive-simulator`, which says where that is (default: as kubectl finds it)',
      )
      .option('--verbose', 'show where an error comes from')
      .addOption(new Option('-o, --output <format>', 'how to print').choices(['text', 'json']).default('text'))
      .addHelpText('after', examplesOf(command))
  }
  // It asks the Kubernetes API of a shard, which need not be simulated, and no control API.
  addRecordCommand(sim)
}

const examplesOf = (command: Command): string =>
  showExamples(EXAMPLES.filter((example) => example.split(' ')[2] === command.name()))

function addReplayCommand(sim: Command): void {
  sim
    .command('replay [recording]')
    .description('let objects live as recorded ones did; shows what is replayed without a recording')
    .option('--stop', 'replay nothing any more')
    .action((file: string | undefined, { stop = false, ...options }: SimOptions & { stop?: boolean }) =>
      reporting((chosen: SimOptions) =>
        withClient(chosen, async (client, { output }) => {
          const said = await replay(client, { file, stop })
          console.log(output === 'json' ? JSON.stringify((await client.recording()) ?? null) : said)
        }),
      )(options),
    )
}

function addRecordCommand(sim: Command): void {
  const command = sim
    .command('record')
    .description('record what happens to clusters and claims on a shard, a real or a simulated one')
    .option('--kubeconfig <file>', 'how to reach the shard (default: as kubectl finds it)')
    .option('--context <name>', 'context of the kubeconfig (default: its current one)')
    .option('-n, --namespace <name>', 'record there alone (default: everywhere)')
    .option(
      '--until-ready [clusters]',
      'end when so many clusters, or one, and all claims are ready or failed',
      parseCount,
    )
    .option('--past', 'record what was ready or failed before as well, by the times of its conditions')
    .option('--for <time>', 'end after so long, such as 10m', parseTime)
    .option('-o, --output <file>', 'where to write the recording; - is standard output', 'recording.yaml')
    .option('--verbose', 'show where an error comes from')
    .action(
      reporting(async (flags: RecordFlags) => {
        // Loaded here: only recording needs to know Hive.
        const { record } = await import('../sim/record.ts')
        await record(flags)
      }),
    )
  command.addHelpText('after', examplesOf(command))
}

function addReadingCommands(sim: Command): void {
  sim
    .command('status')
    .description('how it is, and what is in it')
    .action(showing((client) => client.status(), describeStatus))
  sim
    .command('config [type]')
    .description('how things behave, all of them or those of a type')
    .action((type: string | undefined, options: SimOptions) =>
      showing((client) => (type ? client.section(type) : client.config()), describeConfig)(options),
    )
  sim
    .command('overrides')
    .description('what was decided for single objects')
    .action(showing((client) => client.overrides(), describeOverrides))
  sim
    .command('log')
    .description('what was done')
    .option('-f, --follow', 'go on until stopped')
    .action(reporting((options: SimOptions & { follow?: boolean }) => withClient(options, printLog)))
}

function addOverrideCommands(sim: Command): void {
  sim
    .command('fail <type> <object>')
    .description('let an object fail')
    .option('--condition <type>', 'condition that says so', 'ProvisionFailed')
    .option('--reason <reason>', 'its reason', 'SimulatedFailure')
    .option('--message <text>', 'its message', 'This failure was asked for.')
    .option('--state <name>', 'fail when about to enter this state (default: the first)')
    .action((type: string, object: string, { condition, reason, message, state, ...options }: FailOptions) => {
      const failure = { condition, reason, message, ...(state === undefined ? {} : { state }) }
      return changing(`${type} ${object} fails`, (client) =>
        client.setFailure(type, parseObject(type, object), failure),
      )(options)
    })
  sim
    .command('delay <type> <object>')
    .argument('<seconds>', 'how long', parseSeconds)
    .description('let every state of an object take so long')
    .action((type: string, object: string, seconds: number, options: SimOptions) =>
      changing(`${type} ${object} takes ${seconds} s for each state`, (client) =>
        client.setDelay(type, parseObject(type, object), seconds),
      )(options),
    )
  sim
    .command('succeed <type> <object>')
    .description('let an object succeed, whatever chance says')
    .action((type: string, object: string, options: SimOptions) =>
      changing(`${type} ${object} succeeds`, (client) => client.setSuccess(type, parseObject(type, object)))(options),
    )
  sim
    .command('clear <type> <object>')
    .description('forget what was decided for an object')
    .action((type: string, object: string, options: SimOptions) =>
      changing(`${type} ${object} behaves as its type does`, (client) =>
        clearDecision(client, type, parseObject(type, object)),
      )(options),
    )
}

interface FailOptions extends SimOptions {
  readonly condition: string
  readonly reason: string
  readonly message: string
  readonly state?: string
}

interface ClockOptions extends SimOptions {
  readonly speed?: Speed
  readonly advance?: number
}

function addChangingCommands(sim: Command): void {
  sim
    .command('set <type> <field=value...>')
    .description('change how objects of a type behave; values are JSON or text')
    .action((type: string, pairs: string[], options: SimOptions) =>
      changing(`${type} changed`, (client) => client.changeSection(type, parseSettings(pairs)))(options),
    )
  sim
    .command('clock')
    .description('what time it is in the simulation; changes it with an option')
    .option('--speed <speed>', 'real, instant, paused, or a factor such as 60x', parseSpeed)
    .option('--advance <seconds>', 'let so much time pass at once', parseSeconds)
    .action((options: ClockOptions) => showing((client) => setClock(client, options), describeTime)(options))
  sim
    .command('reset')
    .description('drop all decisions and changes')
    .action(changing('as it was at the start', (client) => client.reset()))
}

async function setClock(client: ControlClient, { speed, advance }: ClockOptions) {
  if (speed !== undefined) await client.setSpeed(speed)
  if (advance !== undefined) await client.advance(advance)
  return client.time()
}

async function printLog(client: ControlClient, { output, follow }: SimOptions & { follow?: boolean }): Promise<void> {
  let last = 0
  do {
    for (const entry of await client.log(last)) {
      console.log(output === 'json' ? JSON.stringify(entry) : describeAction(entry))
      last = entry.sequence
    }
    if (follow) await sleep(FOLLOW_EVERY_MS)
  } while (follow)
}

/** A command that asks for something and prints it. */
const showing = <Value>(ask: (client: ControlClient) => Promise<Value>, describe: (value: Value) => string) =>
  reporting((options: SimOptions) =>
    withClient(options, async (client, { output }) => {
      const value = await ask(client)
      console.log(output === 'json' ? JSON.stringify(value, null, 2) : describe(value))
    }),
  )

/** A command that changes something and says what is so now. */
const changing = (done: string, change: (client: ControlClient) => Promise<void>) =>
  reporting((options: SimOptions) =>
    withClient(options, async (client, { output }) => {
      await change(client)
      console.log(output === 'json' ? JSON.stringify({ done }) : done)
    }),
  )

async function withClient<Options extends SimOptions>(
  options: Options,
  run: (client: ControlClient, options: Options) => Promise<void>,
): Promise<void> {
  const url = await controlApiAddress(options)
  try {
    await run(createControlClient({ url }), options)
  } catch (error) {
    if (error instanceof ControlApiError) throw new UserError(error.message, { cause: error })
    if (error instanceof TypeError) throw new UserError(unreachable(url), { cause: error })
    throw error
  }
}

const unreachable = (url: string): string =>
  `no simulation answers at ${url}: start one with \`skep up\` or \`skep hive-simulator\`, or say where it is with --url or --kubeconfig`
