/** One kind of figure: its samples by their labels. */
interface Family {
  readonly name: string
  render(): string
}

/** A figure that only grows. */
export interface Counter {
  add(labels: readonly string[], by?: number): void
}

/** A figure that goes up and down. */
export interface Gauge {
  set(labels: readonly string[], value: number): void
}

/** How figures are distributed. */
export interface Histogram {
  observe(labels: readonly string[], value: number): void
}

/** Figures for Prometheus. Labels are given by position, in the order in which the figure was declared with them. */
export class Metrics {
  readonly #families = new Map<string, Family>()

  counter(name: string, help: string, labels: readonly string[]): Counter {
    const samples = new Samples(labels, newFigure)
    this.#add(name, help, 'counter', () => renderFigures(name, samples))
    return {
      add: (values, by = 1) => {
        samples.of(values).value += by
      },
    }
  }

  /** `collect` sets all of it anew before every rendering, for figures that are looked up rather than kept. */
  gauge(name: string, help: string, labels: readonly string[], collect?: (gauge: Gauge) => void): Gauge {
    const samples = new Samples(labels, newFigure)
    const gauge: Gauge = {
      set: (values, value) => {
        samples.of(values).value = value
      },
    }
    this.#add(name, help, 'gauge', () => {
      if (collect) {
        samples.clear()
        collect(gauge)
      }
      return renderFigures(name, samples)
    })
    return gauge
  }

  histogram(name: string, help: string, labels: readonly string[], buckets: readonly number[]): Histogram {
    const samples = new Samples(labels, () => ({ counts: buckets.map(() => 0), sum: 0, count: 0 }))
    this.#add(name, help, 'histogram', () =>
      [...samples].map(([text, sample]) => renderHistogram(name, buckets, text, sample)).join(''),
    )
    return {
      observe: (values, value) => {
        const sample = samples.of(values)
        buckets.forEach((bound, index) => {
          if (value <= bound) sample.counts[index]!++
        })
        sample.sum += value
        sample.count++
      },
    }
  }

  /** All figures in the text format of Prometheus. */
  text(): string {
    return [...this.#families.values()].map((family) => family.render()).join('')
  }

  #add(name: string, help: string, type: string, render: () => string): void {
    if (this.#families.has(name)) throw new Error(`the metric ${name} is there already`)
    const head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
    this.#families.set(name, { name, render: () => head + render() })
  }
}

/** The samples of one figure by their labels, whose text is made once for all that is ever counted under them. */
class Samples<S> {
  readonly #names: readonly string[]
  readonly #newSample: () => S
  readonly #byValues = new Map<string, { readonly labels: string; readonly sample: S }>()

  constructor(names: readonly string[], newSample: () => S) {
    this.#names = names
    this.#newSample = newSample
  }

  of(values: readonly string[]): S {
    const key = values.length === 1 ? values[0]! : values.join('\0')
    let found = this.#byValues.get(key)
    if (!found) {
      found = { labels: labelText(this.#names, values), sample: this.#newSample() }
      this.#byValues.set(key, found)
    }
    return found.sample
  }

  clear(): void {
    this.#byValues.clear()
  }

  *[Symbol.iterator](): Generator<[labels: string, sample: S]> {
    for (const { labels, sample } of this.#byValues.values()) yield [labels, sample]
  }
}

interface Figure {
  value: number
}

const newFigure = (): Figure => ({ value: 0 })

const renderFigures = (name: string, samples: Samples<Figure>): string =>
  [...samples].map(([labels, { value }]) => `${name}${braces(labels)} ${numberText(value)}\n`).join('')

/** Go, which reads it, has other words than JavaScript for what is beyond all numbers. */
const numberText = (value: number): string =>
  Number.isFinite(value) || Number.isNaN(value) ? `${value}` : value > 0 ? '+Inf' : '-Inf'

interface Distribution {
  readonly counts: number[]
  sum: number
  count: number
}

function renderHistogram(
  name: string,
  buckets: readonly number[],
  labels: string,
  { counts, sum, count }: Distribution,
): string {
  const within = labels === '' ? '' : `${labels},`
  const lines = buckets.map((bound, index) => `${name}_bucket{${within}le="${bound}"} ${counts[index]}\n`)
  lines.push(`${name}_bucket{${within}le="+Inf"} ${count}\n`)
  lines.push(`${name}_sum${braces(labels)} ${sum}\n`, `${name}_count${braces(labels)} ${count}\n`)
  return lines.join('')
}

const braces = (labels: string): string => (labels === '' ? '' : `{${labels}}`)

const labelText = (names: readonly string[], values: readonly string[]): string =>
  names.map((name, index) => `${name}="${escapeValue(values[index] ?? '')}"`).join(',')

const escapeValue = (value: string): string => value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')
