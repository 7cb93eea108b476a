import { endWithReaders } from './end-with-readers.ts'
import { giveBackMemoryWhenIdle } from './idle-memory.ts'
import { createProgram } from './program.ts'

endWithReaders(process)
giveBackMemoryWhenIdle()
await createProgram().parseAsync()
