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
    const samples = new Map<string, number>()
    this.#add(name, help, 'counter', () => renderSamples(name, samples))
    return {
      add: (values, by = 1) => {
        const key = labelText(labels, values)
        samples.set(key, (samples.get(key) ?? 0) + by)
      },
    }
  }

  /** `collect` sets all of it anew before every rendering, for figures that are looked up rather than kept. */
  gauge(name: string, help: string, labels: readonly string[], collect?: (gauge: Gauge) => void): Gauge {
    const samples = new Map<string, number>()
    const gauge: Gauge = { set: (values, value) => void samples.set(labelText(labels, values), value) }
    this.#add(name, help, 'gauge', () => {
      if (collect) {
        samples.clear()
        collect(gauge)
      }
      return renderSamples(name, samples)
    })
    return gauge
  }

  histogram(name: string, help: string, labels: readonly string[], buckets: readonly number[]): Histogram {
    const samples = new Map<string, { labels: string; counts: number[]; sum: number; count: number }>()
    this.#add(name, help, 'histogram', () =>
      [...samples.values()].map((sample) => renderHistogram(name, buckets, sample)).join(''),
    )
    return {
      observe: (values, value) => {
        const key = labelText(labels, values)
        let sample = samples.get(key)
        if (!sample) samples.set(key, (sample = { labels: key, counts: buckets.map(() => 0), sum: 0, count: 0 }))
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

const renderSamples = (name: string, samples: ReadonlyMap<string, number>): string =>
  [...samples].map(([labels, value]) => `${name}${braces(labels)} ${value}\n`).join('')

function renderHistogram(
  name: string,
  buckets: readonly number[],
  { labels, counts, sum, count }: { labels: string; counts: readonly number[]; sum: number; count: number },
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
