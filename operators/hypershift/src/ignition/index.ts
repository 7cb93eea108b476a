export type { IgnitionDependencies } from './parts.ts'
export {
  createIgnition,
  type Ignition,
  type IgnitionListenOptions,
  type IgnitionServer,
  serveIgnition,
} from './serve.ts'
