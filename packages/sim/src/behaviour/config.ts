import type { Speed } from '../clock/simulation-clock.ts'
import type { BehaviourKind, ImageSetConfig, SimulationConfig } from './contracts.ts'
import { invalid, readAmount, readBoolean, readList, readObject, readString, refuseUnknown } from './fields.ts'
import { changeSection, renderSection } from './section.ts'

const TOP_FIELDS = ['seed', 'speed', 'clusterImageSets']

/** How a simulation behaves unless a file says otherwise. */
export function defaultConfig(
  kinds: readonly BehaviourKind[],
  others: Pick<SimulationConfig, 'seed' | 'speed' | 'clusterImageSets'>,
): SimulationConfig {
  return { ...others, sections: Object.fromEntries(kinds.map(({ section, defaults }) => [section, defaults])) }
}

/** The configuration that a value describes; what it does not name is as in `base`. Throws an Invalid `StatusError`. */
export function readConfig(kinds: readonly BehaviourKind[], base: SimulationConfig, value: unknown): SimulationConfig {
  const fields = readObject('the configuration', value)
  refuseUnknown('the configuration', fields, [...TOP_FIELDS, ...kinds.map(({ section }) => section)])
  const { seed, speed, clusterImageSets } = fields
  const imageSets = readImageSets(clusterImageSets)
  return {
    seed: seed === undefined ? base.seed : readSeed(seed),
    speed: speed === undefined ? base.speed : readSpeed(speed),
    clusterImageSets: imageSets.length === 0 ? base.clusterImageSets : imageSets,
    sections: Object.fromEntries(
      kinds.map((kind) => [kind.section, changeSection(kind, base.sections[kind.section]!, fields[kind.section])]),
    ),
  }
}

/** The configuration as files and the control API have it: a section per kind beside the rest. */
export function renderConfig({ sections, ...rest }: SimulationConfig): Record<string, unknown> {
  const rendered = Object.entries(sections).map(([name, section]) => [name, renderSection(section)])
  return { ...Object.fromEntries(rendered), ...rest }
}

/** A speed as a file or a request gives it. */
export function readSpeed(value: unknown): Speed {
  if (value === 'real' || value === 'instant') return value
  if (typeof value === 'number') return readAmount('speed', value)
  throw invalid('speed must be real, instant or a number')
}

/** A seed as a file or a request gives it. */
export function readSeed(value: unknown): number | string {
  if (typeof value === 'string' || typeof value === 'number') return value
  throw invalid('seed must be a number or a text')
}

function readImageSets(value: unknown): ImageSetConfig[] {
  return readList('clusterImageSets', value).map((item, index) => {
    const what = `clusterImageSets ${index}`
    const { name, visible = true } = readObject(what, item)
    if (readString(`${what} name`, name) === '') throw invalid(`${what} must have a name`)
    return { name: readString(`${what} name`, name), visible: readBoolean(`${what} visible`, visible) }
  })
}
