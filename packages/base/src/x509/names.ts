import { objectId, sequence, set, TAG, utf8String } from './der.ts'
import { childAt, childrenOf, type DerValue, readObjectId, readText } from './der-reader.ts'

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
/** Where Kubernetes keeps the uid of a user in a certificate. */
const USER_ID = '1.3.6.1.4.1.57683.2'

/** The parts of a distinguished name that mean something to Kubernetes: a user and their groups. */
export interface Subject {
  readonly commonName: string
  readonly organizations: readonly string[]
  readonly uid?: string
}

/** The encoding of a name. */
export function encodeName({ commonName, organizations }: Pick<Subject, 'commonName' | 'organizations'>): Buffer {
  const attribute = (type: string, value: string) => set(sequence(objectId(type), utf8String(value)))
  return sequence(...organizations.map((each) => attribute(ORGANIZATION, each)), attribute(COMMON_NAME, commonName))
}

/** Reads a name. When it has several common names the last one counts, as for Go. Throws `DerError`. */
export function readName(name: DerValue): Subject {
  const attributes = childrenOf(name).flatMap((set) => childrenOf(set, TAG.set).map(readAttribute))
  const all = (type: string) => attributes.filter((each) => each.type === type).map(({ value }) => value)
  const uid = all(USER_ID)[0]
  return {
    commonName: all(COMMON_NAME).at(-1) ?? '',
    organizations: all(ORGANIZATION),
    ...(uid === undefined ? {} : { uid }),
  }
}

function readAttribute(attribute: DerValue): { type: string; value: string } {
  const parts = childrenOf(attribute)
  const id = readObjectId(childAt(parts, 0, TAG.objectId))
  const value = parts[1]
  // Attributes of other types may hold anything.
  const known = id === COMMON_NAME || id === ORGANIZATION || id === USER_ID
  return { type: id, value: known && value !== undefined ? readText(value) : '' }
}
