import type { JsonObject, ParsedText } from '@skep/schema'
import { badRequest } from '../registry/errors.ts'
import { type BodyType, bodySchema } from './body-schemas.ts'
import { decodeMessage } from './decode.ts'
import { openEnvelope } from './envelope.ts'
import { ProtobufError } from './reader.ts'

/**
 * Reads a body in protobuf as if it had come as JSON. What it says of its type wins over `expected`, so that whoever
 * takes the value can tell that it is not what was expected. Throws BadRequest.
 */
export function parseProtobuf(body: Buffer, expected: BodyType): ParsedText {
  try {
    return { value: decodeBody(body, expected), duplicates: [] }
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error
    throw badRequest(`the object provided is unrecognized (must be of type ${expected.kind}): ${error.message}`)
  }
}

function decodeBody(body: Buffer, expected: BodyType): JsonObject {
  const envelope = openEnvelope(body)
  const apiVersion = envelope.apiVersion || expected.apiVersion
  const kind = envelope.kind || expected.kind
  const schema = bodySchema({ apiVersion, kind })
  if (!schema) throw new ProtobufError(`no kind "${kind}" is registered for version "${apiVersion}"`)
  return { apiVersion, kind, ...decodeMessage(schema, envelope.message) }
}
