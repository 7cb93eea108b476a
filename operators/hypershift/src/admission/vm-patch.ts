import { hasMember, isObject, type Json } from '@skep/schema'

/** Changes of virtual machines, as a JSON patch. */
export const VM_PATCH_ANNOTATION = 'hypershift.openshift.io/kubevirt-vm-jsonpatch'

const OPERATIONS = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test'])

/** What is wrong with the patch of virtual machines in the annotations of an object; undefined when nothing is. */
export function vmPatchProblem(annotations: Readonly<Record<string, string>> | undefined): string | undefined {
  const text = annotations?.[VM_PATCH_ANNOTATION]
  const problem = text === undefined ? undefined : patchProblem(text)
  return problem && `wrong json patch structure in the "${VM_PATCH_ANNOTATION}" annotation: ${problem}`
}

function patchProblem(text: string): string | undefined {
  const operations = parse(text)
  if (!Array.isArray(operations)) return 'it is not a list of operations'
  for (const operation of operations) {
    if (!isObject(operation) || !OPERATIONS.has(String(operation['op']))) return 'missing op field'
    const { op, path } = operation
    if (typeof path !== 'string') return 'missing path field'
    const needsValue = op === 'add' || op === 'replace' || op === 'test'
    if (needsValue && !hasMember(operation, 'value')) return 'missing value field'
  }
  return undefined
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
