import { ErrorCode } from './errors.ts'
import type { HeaderValues } from './hpack-encoder.ts'
import { type BodyOwner, RequestBody } from './request-body.ts'
import type { RequestHead } from './request-head.ts'
import { SendQueue } from './send-queue.ts'
import type { AnswerHead, Outgoing, Sender } from './sender.ts'
import { ReceiveWindow, SendWindow } from './windows.ts'

/** What a stream needs of its connection. */
export interface StreamHost {
  readonly sender: Sender
  readonly streamWindow: number
  /** Tells the client that a stream is over before its time. */
  sendReset(stream: number, code: ErrorCode): void
  /** Tells the client that it may send more. */
  sendWindowUpdate(stream: number, by: number): void
  releaseWindow(bytes: number): void
  onStreamClosed(stream: ServerStream): void
  /** A request that the client gave up is no longer worked on. */
  onAbandonedAnswered(): void
}

/** One request and its answer. */
export class ServerStream implements Outgoing, BodyOwner {
  readonly id: number
  readonly head: RequestHead
  readonly window: SendWindow
  readonly queue = new SendQueue()
  readonly body: RequestBody
  endsWithQueue = false
  inLine = false
  /** Whether there is an answer, or at least the beginning of one. */
  answered = false
  closed = false
  /** Whether the answer goes on until somebody has enough of it. */
  isOpenEnded = false
  readonly #host: StreamHost
  #receiveWindow: ReceiveWindow | undefined
  #closeListeners: (() => void)[] | undefined
  #drainListeners: (() => void)[] | undefined

  constructor(id: number, head: RequestHead, host: StreamHost) {
    this.id = id
    this.head = head
    this.#host = host
    this.window = new SendWindow(host.sender.settings.initialWindow)
    this.body = new RequestBody(this)
  }

  /** Answers at once. Throws when the head cannot be sent, and then another may. */
  respond(status: number, headers: HeaderValues, body: Buffer | undefined): void {
    this.#answer({ status, headers, length: body?.length ?? 0 }, body, true)
  }

  /** Answers with the head of what a body of that length would come with. */
  respondWithout(length: number, status: number, headers: HeaderValues): void {
    this.#answer({ status, headers, length }, undefined, true)
  }

  /** Answers with a body in many pieces, which are put together only when they are sent. */
  respondInPieces(status: number, headers: HeaderValues, pieces: readonly Buffer[]): void {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (this.#answer({ status, headers, length }, undefined, false)) this.#host.sender.sendLast(this, pieces)
  }

  /** Begins an answer that goes on. */
  start(status: number, headers: HeaderValues): void {
    this.isOpenEnded = this.#answer({ status, headers }, undefined, false)
  }

  write(bytes: Buffer): void {
    if (!this.closed && !this.endsWithQueue) this.#host.sender.send(this, bytes)
  }

  end(): void {
    if (!this.closed && !this.endsWithQueue) this.#host.sender.end(this)
  }

  /** Breaks the stream off. */
  reset(code: ErrorCode): void {
    if (this.closed) return
    this.#host.sendReset(this.id, code)
    this.close()
  }

  /** Calls back once when the stream is over. */
  onClose(listener: () => void): void {
    if (this.closed) return void listener()
    ;(this.#closeListeners ??= []).push(listener)
  }

  /** Calls back once when nothing waits to be sent, or never will. */
  onDrain(listener: () => void): void {
    if (this.closed || this.queue.size === 0) return void process.nextTick(listener)
    ;(this.#drainListeners ??= []).push(listener)
  }

  /** False when the client sent more than there was room for. */
  receive(bytes: number): boolean {
    this.#receiveWindow ??= new ReceiveWindow(this.#host.streamWindow)
    return this.#receiveWindow.take(bytes)
  }

  onBodyTaken(bytes: number): void {
    this.#host.releaseWindow(bytes)
    // Nobody sends more to a stream that is over, or whose body is.
    if (this.closed || this.body.complete) return
    const grown = this.#receiveWindow?.release(bytes) ?? 0
    if (grown > 0) this.#host.sendWindowUpdate(this.id, grown)
  }

  onSent(): void {
    // The client is told that the rest of its body is not wanted (RFC 9113, 8.1); it would keep the stream open.
    if (!this.body.complete) this.#host.sendReset(this.id, ErrorCode.noError)
    this.close()
  }

  onDrained(): void {
    const listeners = this.#drainListeners
    this.#drainListeners = undefined
    if (listeners) for (const listener of listeners) listener()
  }

  /** The stream is over, whoever ended it. */
  close(): void {
    if (this.closed) return
    this.closed = true
    this.#host.sender.drop(this)
    this.body.abandon()
    this.#host.onStreamClosed(this)
    this.onDrained()
    const listeners = this.#closeListeners
    this.#closeListeners = undefined
    if (listeners) for (const listener of listeners) listener()
  }

  /** False when there is nobody to answer, or an answer already. */
  #answer(head: AnswerHead, body: Buffer | undefined, ends: boolean): boolean {
    if (this.answered) return false
    this.answered = true
    if (this.closed) {
      this.#host.onAbandonedAnswered()
      return false
    }
    try {
      if (ends) this.#host.sender.answer(this, head, body)
      else this.#host.sender.begin(this, head)
    } catch (error) {
      this.answered = false
      throw error
    }
    return true
  }
}
