import { badRequest } from '../registry/errors.ts'

/** The parameters behind the question mark, read the way kube-apiserver reads them. */
export class Query {
  static readonly none = new Query('')
  readonly #parameters: URLSearchParams

  constructor(text: string) {
    this.#parameters = new URLSearchParams(text)
  }

  text(name: string): string | undefined {
    return this.#parameters.get(name) ?? undefined
  }

  all(name: string): string[] {
    return this.#parameters.getAll(name)
  }

  /** Present means true, unless it says otherwise. */
  flag(name: string): boolean | undefined {
    const value = this.text(name)
    return value === undefined ? undefined : !/^(false|0)$/i.test(value)
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    const problem = integerProblem(value)
    if (problem) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: ${problem}`)
    return Number(value)
  }
}

/** What Go's strconv says of a text that is no 64-bit integer. */
function integerProblem(text: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) return 'invalid syntax'
  const value = BigInt(text.replace('+', ''))
  return BigInt.asIntN(64, value) === value ? undefined : 'value out of range'
}
