import { describeStore } from './conformance/index.ts'
import { openMemoryStore } from './memory-store.ts'

describeStore('openMemoryStore', { open: async (options) => openMemoryStore(options) })
