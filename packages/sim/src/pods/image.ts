import { createHash } from 'node:crypto'

const MIN_BYTES = 2_000_000
const MAX_BYTES = 400_000_000

const hash = (image: string) => createHash('sha256').update(image)

/** The id of an image: the same everywhere. */
export const imageId = (image: string): string => `sha256:${hash(image).digest('hex')}`

/** The size of an image: the same everywhere, and not far from what images have. */
export const imageBytes = (image: string): number =>
  MIN_BYTES + (hash(image).digest().readUInt32BE() % (MAX_BYTES - MIN_BYTES))
