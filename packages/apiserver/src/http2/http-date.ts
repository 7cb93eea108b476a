/** The `date` of answers, which is the same for all within a second. */
export class HttpDate {
  #second = 0
  #text = ''

  get text(): string {
    const second = Math.floor(Date.now() / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#text = new Date(second * 1_000).toUTCString()
    }
    return this.#text
  }
}
