import { isObject, type Json, type JsonObject } from '@skep/schema'

/** What a virtual machine has, as far as its template says so. */
export function resourcesOf(spec: JsonObject | undefined): Record<string, string> {
  const domain = valueAt(spec, 'template', 'spec', 'domain')
  const cores = valueAt(domain, 'cpu', 'cores')
  const memory = valueAt(domain, 'memory', 'guest') ?? valueAt(domain, 'resources', 'requests', 'memory')
  return {
    ...(typeof cores === 'number' ? { cpu: String(cores) } : {}),
    ...(typeof memory === 'string' ? { memory } : {}),
  }
}

function valueAt(value: Json | undefined, ...path: string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, member) => (isObject(inner) ? inner[member] : undefined), value)
}
