import { type FieldError, fieldError, isObject, type JsonObject } from '@skep/schema'
import type { DeleteOptions } from '../contracts.ts'
import { badRequest, invalid } from '../registry/errors.ts'
import type { ResourceRequest } from './api-request.ts'
import type { Query } from './query.ts'
import { bodyFormat, MAX_BODY_BYTES, parseBody } from './read-object.ts'
import { dryRunErrors } from './write-options.ts'

/** The options are no custom resource, whatever it is that they delete. */
const OPTIONS = { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', custom: false }
const POLICIES = ['Foreground', 'Background', 'Orphan', 'nil']

/** Reads the options of a delete: from the body when there is one, from the query otherwise. */
export async function readDeleteOptions(request: ResourceRequest): Promise<DeleteOptions> {
  const body = await request.exchange.body(MAX_BODY_BYTES)
  if (body.length === 0) return checked(fromQuery(request.query))
  const { value } = parseBody(body, bodyFormat(request.exchange.header('content-type'), OPTIONS.custom), OPTIONS)
  if (!isObject(value)) throw wrong('not an object')
  const options = checkDeleteOptions(value)
  return request.query.text('dryRun') ? { ...options, dryRun: true } : options
}

/** Reads delete options from their JSON form. */
export const checkDeleteOptions = (value: JsonObject): DeleteOptions => checked(fromBody(value))

interface RawOptions extends Omit<DeleteOptions, 'dryRun' | 'propagationPolicy'> {
  dryRun: readonly string[]
  propagationPolicy?: string
}

function fromQuery(query: Query): RawOptions {
  const gracePeriodSeconds = query.integer('gracePeriodSeconds')
  const propagationPolicy = query.text('propagationPolicy')
  const orphanDependents = query.flag('orphanDependents')
  return {
    dryRun: query.all('dryRun'),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy ? { propagationPolicy } : {}),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
  }
}

function fromBody(body: JsonObject): RawOptions {
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions, dryRun } = body
  return {
    dryRun: dryRun === undefined || dryRun === null ? [] : texts(dryRun, 'dryRun'),
    ...optional('gracePeriodSeconds', gracePeriodSeconds, 'number'),
    ...optional('propagationPolicy', propagationPolicy, 'string'),
    ...optional('orphanDependents', orphanDependents, 'boolean'),
    ...(isObject(preconditions) ? { preconditions: readPreconditions(preconditions) } : {}),
  }
}

const readPreconditions = ({ uid, resourceVersion }: JsonObject): NonNullable<DeleteOptions['preconditions']> => ({
  ...optional('uid', uid, 'string'),
  ...optional('resourceVersion', resourceVersion, 'string'),
})

function optional(name: string, value: unknown, type: string): object {
  if (value === undefined || value === null) return {}
  if (typeof value !== type) throw wrong(`${name} is a ${typeof value}, not a ${type}`)
  return { [name]: value }
}

function texts(value: unknown, name: string): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw wrong(`${name} is not a list of strings`)
}

const wrong = (why: string) => badRequest(`unable to decode DeleteOptions: ${why}`)

function checked({ dryRun, propagationPolicy, ...options }: RawOptions): DeleteOptions {
  const errors: FieldError[] = [...dryRunErrors(dryRun)]
  if (propagationPolicy !== undefined && options.orphanDependents !== undefined) {
    const text = 'orphanDependents and deletionPropagation cannot be both set'
    errors.push(fieldError.invalid('propagationPolicy', propagationPolicy, text))
  }
  if (propagationPolicy !== undefined && !POLICIES.slice(0, 3).includes(propagationPolicy)) {
    errors.push(fieldError.notSupported('propagationPolicy', propagationPolicy, POLICIES))
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors)
  return {
    ...options,
    dryRun: dryRun.length > 0,
    ...(propagationPolicy
      ? { propagationPolicy: propagationPolicy as NonNullable<DeleteOptions['propagationPolicy']> }
      : {}),
  }
}
