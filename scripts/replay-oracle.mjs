// Replays recorded answers of a Kubernetes API server against `bin/skep apiserver`, where the recordings are at hand
// (../shared/oracle, or SKEP_ORACLE_DIR); without them there is nothing to do. Fails when an answer differs, unless
// oracle-allowed.txt names the scenario with the reason, and when a scenario named there has come to pass.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

/** The scenarios that may fail, each with the reason: lines of `GROUP/NAME reason`, and comments. */
export function parseAllowed(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [name, ...reason] = line.trim().split(/\s+/)
      if (reason.length === 0) throw new Error(`${name}: say why it may fail`)
      return [name, reason.join(' ')]
    }),
  )
}

/** What is wrong with a run: scenarios that fail without leave, and leave that is no longer needed. */
export function judge(output, allowed) {
  const outcomes = new Map([...output.matchAll(/^(pass|FAIL) (\S+)/gm)].map(([, outcome, name]) => [name, outcome]))
  if (outcomes.size === 0) return ['no scenario was replayed']
  const failed = [...outcomes].filter(([name, outcome]) => outcome === 'FAIL' && !allowed.has(name))
  const needless = [...allowed.keys()].filter((name) => outcomes.get(name) !== 'FAIL')
  return [
    ...failed.map(([name]) => `${name} fails`),
    ...needless.map((name) => `${name} does not fail: remove it from oracle-allowed.txt`),
  ]
}

async function startServer(kubeconfig) {
  const args = ['apiserver', '--ephemeral', '--port', '0', '--kubeconfig', kubeconfig]
  const server = spawn(path('../bin/skep'), args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = new Promise((resolve) => createInterface({ input: server.stdout }).once('line', resolve))
  const exit = once(server, 'exit').then(([code]) => {
    throw new Error(`skep apiserver ended with exit code ${code}`)
  })
  await Promise.race([ready, exit])
  exit.catch(() => undefined)
  return server
}

async function replay(oracle, kubeconfig) {
  const args = [
    join(oracle, 'replay.mjs'),
    'check',
    '--parallel',
    '8',
    '--kubeconfig',
    kubeconfig,
    join(oracle, 'transcripts'),
  ]
  const replaying = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  replaying.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  await once(replaying, 'close')
  return output
}

async function main() {
  const oracle = resolve(process.env.SKEP_ORACLE_DIR ?? path('../../shared/oracle'))
  if (!existsSync(join(oracle, 'replay.mjs'))) return console.log('No recorded answers to replay')
  const folder = mkdtempSync(join(tmpdir(), 'skep-replay-'))
  const server = await startServer(join(folder, 'kubeconfig'))
  try {
    const output = await replay(oracle, join(folder, 'kubeconfig'))
    console.log(output.replace(/^pass .*\n/gm, '').trimEnd())
    const faults = judge(output, parseAllowed(readFileSync(path('oracle-allowed.txt'), 'utf8')))
    for (const fault of faults) console.error(fault)
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main()
