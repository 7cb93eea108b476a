import { type Random, uid } from '@skep/base'
import { apiVersionOf, type Json, type JsonObject, type KubeObject } from '@skep/schema'
import { plainFailure } from '../../registry/errors.ts'
import type { Convert } from '../serve.ts'
import { acceptConverted } from './converted-object.ts'
import { newConversionReview, readConversionReview } from './review.ts'

export interface WebhookConverterOptions {
  readonly group: string
  /** Versions of reviews that the webhook knows, preferred ones first. */
  readonly reviewVersions: readonly string[]
  readonly random: Random
  /** Carries a review to the webhook and its answer back. */
  send(review: JsonObject): Promise<JsonObject>
}

/** The most objects in one review. */
const MAX_BATCH = 500

interface Waiting {
  readonly object: KubeObject
  resolve(converted: KubeObject): void
  reject(error: Error): void
}

/**
 * Converts by a webhook. Objects that are asked for in one go, such as all that a list shows, travel in one review,
 * whatever versions they are in.
 */
export function createWebhookConverter(options: WebhookConverterOptions): NonNullable<Convert> {
  const waiting = new Map<string, Waiting[]>()

  const flush = (version: string) => {
    const batch = waiting.get(version) ?? []
    waiting.delete(version)
    for (let start = 0; start < batch.length; start += MAX_BATCH) {
      void convertBatch(options, version, batch.slice(start, start + MAX_BATCH))
    }
  }
  const enqueue = (object: KubeObject, version: string): Promise<KubeObject> =>
    new Promise((resolve, reject) => {
      const batch = waiting.get(version) ?? []
      if (batch.push({ object, resolve, reject }) > 1) return
      waiting.set(version, batch)
      queueMicrotask(() => flush(version))
    })

  return (objects, version) => Promise.all(objects.map((object) => enqueue(object, version)))
}

async function convertBatch(
  options: WebhookConverterOptions,
  version: string,
  batch: readonly Waiting[],
): Promise<void> {
  const wanted = apiVersionOf({ group: options.group, version })
  try {
    const converted = await callWebhook(options, wanted, batch)
    for (const [index, each] of batch.entries()) settle(each, () => accept(each.object, converted, index, wanted))
  } catch (error) {
    const why = (error as Error).message
    for (const { object, reject } of batch) reject(plainFailure(`conversion webhook for ${describe(object)} ${why}`))
  }
}

async function callWebhook(
  { reviewVersions, random, send }: WebhookConverterOptions,
  desiredAPIVersion: string,
  batch: readonly Waiting[],
): Promise<Json[]> {
  const id = uid(random)
  // Objects of the API are JSON; their type only has no index signature.
  const objects = batch.map(({ object }) => object as unknown as Json)
  const converted = await failingAs(async () => {
    const review = newConversionReview(reviewVersions, { uid: id, desiredAPIVersion, objects })
    return readConversionReview(review, id, await send(review))
  })
  if (converted.length === batch.length) return converted
  throw new Error(`returned ${converted.length} objects, expected ${batch.length}`)
}

async function failingAs<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw new Error(`failed: ${(error as Error).message}`, { cause: error })
  }
}

function settle({ resolve, reject }: Waiting, make: () => KubeObject): void {
  try {
    resolve(make())
  } catch (error) {
    reject(error as Error)
  }
}

function accept(original: KubeObject, converted: readonly Json[], index: number, wanted: string): KubeObject {
  try {
    return acceptConverted(original, converted[index] ?? null, wanted, index)
  } catch (error) {
    throw plainFailure(`conversion webhook for ${describe(original)} ${(error as Error).message}`)
  }
}

/** An object's kind as error messages name it: `example.com/v1, Kind=Widget`. */
const describe = ({ apiVersion, kind }: KubeObject): string => `${apiVersion}, Kind=${kind}`
