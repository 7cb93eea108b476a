import { StatusError } from '@skep/base'

/** What an object is turned into before it is sent. */
export type Shape = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

/** How an answer is written. */
export interface Representation {
  readonly format: 'json' | 'yaml'
  readonly as: Shape
  /** Version of meta.k8s.io in which a shape other than the object itself is wanted. */
  readonly metaVersion: string
}

const PLAIN: Representation = { format: 'json', as: 'Object', metaVersion: 'v1' }
const SHAPES: ReadonlySet<string> = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'])
/** Read in bodies of built-in kinds, never written. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const CUSTOM_TYPES = ['application/json', 'application/yaml']
const BUILT_IN_TYPES = [...CUSTOM_TYPES, PROTOBUF]

/** The most Accept headers that are remembered; clients use a handful. */
const MAX_REMEMBERED = 256
const remembered = new Map<string, Representation | StatusError>()

/** Chooses a representation; throws NotAcceptable when there is none. The same header always gives the same answer. */
export function negotiate(accept: string | undefined, custom: boolean): Representation {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json') return PLAIN
  const key = custom ? `c${accept}` : accept
  let result = remembered.get(key)
  if (result === undefined) {
    result = choose(accept, custom)
    if (remembered.size < MAX_REMEMBERED) remembered.set(key, result)
  }
  if (result instanceof StatusError) throw result
  return result
}

/** The format of a failure: YAML for those who want nothing else, JSON even for those who want neither. */
export function formatOfErrors(accept: string | undefined): Representation['format'] {
  if (!accept?.includes('yaml')) return 'json'
  return (
    parseAccept(accept)
      .map(({ type }) => formatOf(type))
      .find((format) => format !== undefined) ?? 'json'
  )
}

interface Clause {
  type: string
  quality: number
  parameters: Record<string, string>
}

function choose(accept: string, custom: boolean): Representation | StatusError {
  const clauses = parseAccept(accept)
  if (!custom && !clauses.some(({ type }) => type === '*/*' || BUILT_IN_TYPES.includes(type))) return notAcceptable()
  for (const { type, parameters } of clauses) {
    const format = formatOf(type)
    const as = parameters['as'] ?? 'Object'
    if (format === undefined || !isServed(as, parameters)) continue
    return { format, as: as as Shape, metaVersion: parameters['v'] ?? 'v1' }
  }
  return onlyAccepted(custom ? CUSTOM_TYPES : BUILT_IN_TYPES)
}

function formatOf(type: string): Representation['format'] | undefined {
  if (type === 'application/json' || type === '*/*' || type === 'application/*') return 'json'
  return type === 'application/yaml' ? 'yaml' : undefined
}

function isServed(as: string, { g, v }: Record<string, string>): boolean {
  if (as === 'Object') return true
  return SHAPES.has(as) && g === 'meta.k8s.io' && (v === 'v1' || v === 'v1beta1')
}

/** Clauses with the most wanted first. */
export function parseAccept(accept: string): Clause[] {
  const clauses = accept.split(',').map((text): Clause => {
    const [type = '', ...rest] = text.split(';').map((part) => part.trim())
    const parameters = Object.fromEntries(rest.map((part) => part.split('=', 2) as [string, string]))
    return { type: type.toLowerCase(), quality: Number(parameters['q'] ?? 1), parameters }
  })
  return clauses.sort((left, right) => right.quality - left.quality)
}

const notAcceptable = (): StatusError =>
  new StatusError('NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${BUILT_IN_TYPES.join(', ')}`, {
    details: {},
  })

export const onlyAccepted = (types: readonly string[]): StatusError =>
  new StatusError('NotAcceptable', `only the following media types are accepted: ${types.join(', ')}`)

export const unsupportedMediaType = (types: readonly string[]): StatusError =>
  new StatusError(
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${types.join(', ')}`,
  )

/** The media types of bodies, as errors list them. */
export const bodyTypes = (custom: boolean): readonly string[] => (custom ? CUSTOM_TYPES : BUILT_IN_TYPES)

/** `application/json; charset=utf-8` -> `application/json` */
export function mediaType(contentType: string): string {
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}
