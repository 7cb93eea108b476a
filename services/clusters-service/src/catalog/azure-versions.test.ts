import { createLogger, silentLogger, VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { createAzureVersions } from './azure-versions.ts'
import type { FetchJson } from './update-graph.ts'

const group = (name: string, more: object = {}) => ({
  url: `http://graphs/${name}`,
  channelGroupName: name,
  minVersion: '4.19.2',
  maxVersion: '',
  ...more,
})

const content = (channelGroups: object[] = [group('stable')]) => ({
  defaultVersion: { channelGroupName: 'stable', version: '4.20.1' },
  channelGroups,
})

/** Graphs by the channel that is asked for. */
const graphs =
  (known: Record<string, object>): FetchJson =>
  async (url) =>
    known[new URL(url).searchParams.get('channel')!] ?? { nodes: [], edges: [] }

async function follow(fetchGraph: FetchJson, channelGroups?: object[]) {
  const clock = new VirtualClock()
  const lines: string[] = []
  const log = createLogger({ clock, write: (line) => lines.push(line) })
  const versions = createAzureVersions({
    file: { path: 'v.yaml', content: content(channelGroups) },
    clock,
    log,
    fetchGraph,
  })
  const stop = new AbortController()
  const following = versions.follow(stop.signal)
  await clock.advance(0)
  const end = async () => {
    stop.abort()
    await following
  }
  return { versions, clock, lines, end }
}

const node = (version: string) => ({ version, payload: `release:${version}` })

describe('versions for clusters on Azure', () => {
  it('are those that the graphs of the channel groups tell of, within the limits, with their upgrades', async () => {
    const nodes = [node('4.19.1'), node('4.19.3'), node('4.20.1')]
    const { versions, end } = await follow(
      graphs({
        'stable-4.19': { nodes: nodes.slice(0, 2), edges: [[0, 1]] },
        'stable-4.20': { nodes: nodes.slice(1), edges: [[0, 1]] },
        'fast-4.19': { nodes: [node('4.19.4')], edges: [] },
      }),
      [group('stable'), group('fast')],
    )

    expect(versions.list()).toMatchObject([
      { id: 'openshift-v4.19.3', default: false, available_upgrades: ['4.20.1'], release_image: 'release:4.19.3' },
      { id: 'openshift-v4.19.4-fast', raw_id: '4.19.4', channel_group: 'fast', available_channels: ['fast-4.19'] },
      { id: 'openshift-v4.20.1', default: true, hosted_control_plane_default: true, available_upgrades: [] },
    ])
    await end()
  })

  it('have the default one while nothing else is known, and the rest once the graphs answer', async () => {
    let up = false
    const { versions, clock, lines, end } = await follow(async (url) => {
      if (!up) throw new Error(`${url} is down`)
      return { nodes: [node('4.19.3')], edges: [] }
    })
    expect(versions.list().map(({ id }) => id)).toEqual(['openshift-v4.20.1'])
    expect(lines.join()).toContain('v.yaml')
    expect(lines.join()).toContain('http://graphs/stable?channel=stable-4.19 is down')

    up = true
    await clock.advance(60_000)
    expect(versions.list().map(({ id }) => id)).toEqual(['openshift-v4.19.3', 'openshift-v4.20.1'])
    await end()
  })

  it('stop at the last minor release that is wanted', async () => {
    const asked: string[] = []
    const { end } = await follow(
      async (url) => {
        asked.push(url)
        return { nodes: [node(`4.${url.slice(-2)}.7`)], edges: [] }
      },
      [group('stable', { maxVersion: '4.20.9' })],
    )

    expect(asked).toEqual(['http://graphs/stable?channel=stable-4.19', 'http://graphs/stable?channel=stable-4.20'])
    await end()
  })

  it.each([
    [{}, 'defaultVersion.channelGroupName is missing'],
    [{ ...content(), channelGroups: undefined }, 'expected a list named channelGroups'],
    [
      content([group('stable', { url: 'graph.json' })]),
      'channelGroups[0].url must be an http or https address, not "graph.json"',
    ],
    [
      content([group('stable', { minVersion: 'new' })]),
      'channelGroups[0].minVersion must be a version such as 4.17.0, not "new"',
    ],
    [content([group('fast')]), 'defaultVersion.channelGroupName "stable" is not among channelGroups'],
    [content([group('stable'), group('stable')]), 'channelGroups[1] is there twice: stable'],
  ])('need a file that says what they are', (wrong, problem) => {
    const file = { path: 'v.yaml', content: wrong }
    const make = () => createAzureVersions({ file, clock: new VirtualClock(), log: silentLogger })
    expect(make).toThrow(`v.yaml: ${problem}`)
  })
})
