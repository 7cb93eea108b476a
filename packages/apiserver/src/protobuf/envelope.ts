import { expectWireType, ProtobufError, ProtobufReader, WIRE_TYPE } from './reader.ts'
import { readParts, STRING } from './values.ts'

/** What a body in protobuf says of the message in it. The type is empty when the client leaves it to the server. */
export interface Envelope {
  readonly apiVersion: string
  readonly kind: string
  readonly message: Buffer
}

/** Every body begins with `k8s` and a zero byte. */
const PREFIX = Buffer.from('k8s\0')
const NOT_PROTOBUF = `provided data does not appear to be a protobuf message, expected prefix [${[...PREFIX].join(' ')}]`

/** Takes a body apart: a message of `runtime.Unknown`, with the type in field 1 and the object in field 2. */
export function openEnvelope(body: Buffer): Envelope {
  if (!body.subarray(0, PREFIX.length).equals(PREFIX)) throw new ProtobufError(NOT_PROTOBUF)
  const reader = new ProtobufReader(body.subarray(PREFIX.length))
  let type: { apiVersion: string; kind: string } = { apiVersion: '', kind: '' }
  let message: Buffer = Buffer.alloc(0)
  while (reader.hasMore()) {
    const tag = reader.tag()
    const field = tag >>> 3
    if (field <= 2) expectWireType(tag & 7, WIRE_TYPE.bytes)
    if (field === 1) type = readType(reader)
    else if (field === 2) message = reader.bytes()
    else reader.skip(tag & 7)
  }
  return { ...type, message }
}

function readType(reader: ProtobufReader): { apiVersion: string; kind: string } {
  const [apiVersion, kind] = readParts(reader, [STRING, STRING])
  return { apiVersion: String(apiVersion ?? ''), kind: String(kind ?? '') }
}
