export { createFakeMachines, type FakeMachines } from './fake-machines.ts'
export { type StartServer, serveProviderKinds } from './serve.ts'
export { describeMachineProvider } from './suite.ts'
export type { TestedProvider } from './world.ts'
