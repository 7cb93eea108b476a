/** A figure with its labels, as one line of the text format gives it. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** All samples of one name, with what the text says of them. */
export interface MetricFamily {
  readonly type: string
  readonly help: string
  readonly samples: readonly Sample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const HEAD = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`)
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`)
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y
const ENDINGS: Readonly<Record<string, RegExp>> = { histogram: /_(bucket|sum|count)$/ }

/**
 * Reads Prometheus' text format (version 0.0.4) as strictly as Prometheus does, and a little more: every figure is
 * described, none is there twice, counters end in `_total`, and buckets of histograms add up. Throws what is wrong.
 */
export function parseMetrics(text: string): Map<string, MetricFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>()
  const seen = new Set<string>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, family = '', said = ''] = HEAD.exec(line) ?? []
    if (keyword === 'HELP') {
      if (families.has(family)) throw new Error(`${family} is described twice`)
      families.set((current = family), { type: '', help: said, samples: [] })
    } else if (keyword === 'TYPE') {
      if (family !== current) throw new Error(`the type of ${family} is not beside its description`)
      families.get(family)!.type = said
    } else {
      const sample = parseSample(line)
      if (seen.has(idOf(sample))) throw new Error(`twice: ${line}`)
      seen.add(idOf(sample))
      const { type, samples } = families.get(current)!
      if (sample.name.replace(ENDINGS[type] ?? '', '') !== current) throw new Error(`not of ${current}: ${line}`)
      samples.push(sample)
    }
  }
  for (const [name, family] of families) check(name, family)
  return families
}

function parseSample(line: string): Sample {
  const [, name, labels = '', value = ''] = SAMPLE.exec(line) ?? []
  if (name === undefined) throw new Error(`not a sample: ${line}`)
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)
  if (Number.isNaN(number)) throw new Error(`not a number: ${line}`)
  return { name, labels: parseLabels(labels, line), value: number }
}

function parseLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? []
    if (name === '' || name in labels) throw new Error(`not labels: ${line}`)
    labels[name] = value.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter))
  }
  return labels
}

const idOf = ({ name, labels }: Sample): string => `${name} ${JSON.stringify(Object.entries(labels).sort())}`

function check(name: string, { type, help, samples }: MetricFamily): void {
  if (!['counter', 'gauge', 'histogram'].includes(type)) throw new Error(`${name} is a ${type || 'nothing'}`)
  if (help === '') throw new Error(`${name} has no description`)
  if ((type === 'counter') !== name.endsWith('_total')) throw new Error(`${name} is a ${type}`)
  if (type === 'histogram') checkBuckets(samples)
}

function checkBuckets(samples: readonly Sample[]): void {
  const counts = samples.filter(({ name }) => name.endsWith('_count'))
  for (const { name, labels, value } of counts) {
    const of = JSON.stringify(labels)
    const buckets = samples.filter(({ labels: { le, ...rest } }) => le !== undefined && JSON.stringify(rest) === of)
    const isGrowing = buckets.every((bucket, index) => index === 0 || bucket.value >= buckets[index - 1]!.value)
    const last = buckets.at(-1)
    if (!isGrowing || last?.labels['le'] !== '+Inf' || last.value !== value) throw new Error(`${name}${of} is no sum`)
  }
}

/** The value of one figure; undefined when there is none with exactly these labels. */
export function valueOfMetric(
  families: ReadonlyMap<string, MetricFamily>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = idOf({ name, labels, value: 0 })
  for (const { samples } of families.values()) {
    for (const sample of samples) if (idOf(sample) === wanted) return sample.value
  }
  return undefined
}
