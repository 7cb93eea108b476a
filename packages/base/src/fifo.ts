/** How many taken places may pile up at the front before the array is cut; fewer when nothing else is in it. */
const SLACK = 1024
const SLACK_WHEN_EMPTY = 16

/** First in, first out, with both ends at constant cost however long it grows. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined
    const item = this.#items[this.#head]
    // What was taken is nobody's any more: a queue that rests would keep it for as long as that.
    this.#items[this.#head++] = undefined
    if (
      this.size === 0 ? this.#head >= SLACK_WHEN_EMPTY : this.#head >= SLACK && this.#head * 2 >= this.#items.length
    ) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }
}
