import { isObject, type Json, type JsonObject } from '@skep/schema'

/** What a virtual machine has, as far as its template says so. */
export function resourcesOf(spec: JsonObject | undefined): Record<string, string> {
  const domain = valueAt(spec, 'template', 'spec', 'domain')
  const cpu = valueAt(domain, 'cpu', 'cores') ?? valueAt(domain, 'resources', 'requests', 'cpu')
  const memory = valueAt(domain, 'memory', 'guest') ?? valueAt(domain, 'resources', 'requests', 'memory')
  return {
    ...(typeof cpu === 'number' || typeof cpu === 'string' ? { cpu: String(cpu) } : {}),
    ...(typeof memory === 'string' ? { memory } : {}),
  }
}

function valueAt(value: Json | undefined, ...path: string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, member) => (isObject(inner) ? inner[member] : undefined), value)
}
