import { endWithReaders } from './end-with-readers.ts'
import { giveBackMemoryWhenIdle } from './idle-memory.ts'
import { createProgram } from './program.ts'

endWithReaders(process)
giveBackMemoryWhenIdle()
const program = await createProgram(process.argv.slice(2))
await program.parseAsync()
