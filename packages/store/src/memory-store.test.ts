import { describeStore } from './conformance.ts'
import { openMemoryStore } from './memory-store.ts'

describeStore('openMemoryStore', { open: async (options) => openMemoryStore(options) })
