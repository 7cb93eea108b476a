/** Metrics in the text form that Prometheus reads. */
export interface Metric {
  expose(): string
}

type Labels = Readonly<Record<string, string | number>>

/** `{verb="GET",code="200"}`; label values are escaped as the format says. */
export function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(String(value))}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const escapeValue = (text: string): string => text.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))

const header = (name: string, type: string, help: string): string => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

/** A number that only grows, per combination of labels. */
export class Counter implements Metric {
  readonly #name: string
  readonly #help: string
  readonly #values = new Map<string, { labels: Labels; count: number }>()

  constructor(name: string, help: string) {
    this.#name = name
    this.#help = help
  }

  /** `key` stands for the labels, which are only made when it is new. */
  increment(key: string, labels: () => Labels): void {
    const known = this.#values.get(key)
    if (known) known.count++
    else this.#values.set(key, { labels: labels(), count: 1 })
  }

  expose(): string {
    const lines = [...this.#values.values()].map(
      ({ labels, count }) => `${this.#name}${formatLabels(labels)} ${count}\n`,
    )
    return header(this.#name, 'counter', this.#help) + lines.join('')
  }
}

/** How often values fell below each bound, per combination of labels. */
export class Histogram implements Metric {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, { labels: Labels; counts: number[]; sum: number }>()

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
  }

  observe(key: string, value: number, labels: () => Labels): void {
    let series = this.#series.get(key)
    if (!series) {
      series = { labels: labels(), counts: new Array<number>(this.#bounds.length + 1).fill(0), sum: 0 }
      this.#series.set(key, series)
    }
    const index = this.#bounds.findIndex((bound) => value <= bound)
    series.counts[index === -1 ? this.#bounds.length : index]!++
    series.sum += value
  }

  expose(): string {
    return (
      header(this.#name, 'histogram', this.#help) + [...this.#series.values()].map((each) => this.#lines(each)).join('')
    )
  }

  #lines({ labels, counts, sum }: { labels: Labels; counts: number[]; sum: number }): string {
    let total = 0
    const buckets = counts.map((count, index) => {
      total += count
      const le = this.#bounds[index] ?? '+Inf'
      return `${this.#name}_bucket${formatLabels({ ...labels, le })} ${total}\n`
    })
    const all = formatLabels(labels)
    return `${buckets.join('')}${this.#name}_sum${all} ${sum}\n${this.#name}_count${all} ${total}\n`
  }
}

/** Values that are looked up when somebody asks. */
export class Gauge implements Metric {
  readonly #name: string
  readonly #help: string
  readonly #read: () => Iterable<readonly [Labels, number]>

  constructor(name: string, help: string, read: () => Iterable<readonly [Labels, number]>) {
    this.#name = name
    this.#help = help
    this.#read = read
  }

  expose(): string {
    const lines = [...this.#read()].map(([labels, value]) => `${this.#name}${formatLabels(labels)} ${value}\n`)
    return header(this.#name, 'gauge', this.#help) + lines.join('')
  }
}
