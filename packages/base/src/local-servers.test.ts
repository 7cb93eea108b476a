import { expect, it } from 'vitest'
import { announceLocalServer, findLocalServer, type LocalServer } from './local-servers.ts'

const server: LocalServer = { ca: 'an authority', post: async (path, body) => ({ status: 200, text: path + body }) }

it('finds a server of this process by where it listens, for who trusts its authority', () => {
  const end = announceLocalServer('https://127.0.0.1:4711', server)

  expect(findLocalServer('https://127.0.0.1:4711', 'an authority')).toBe(server)
  expect(findLocalServer('https://127.0.0.1:4711', 'another authority')).toBeUndefined()
  expect(findLocalServer('https://127.0.0.1:4711', undefined)).toBeUndefined()
  expect(findLocalServer('https://127.0.0.1:4712', 'an authority')).toBeUndefined()

  end()
  expect(findLocalServer('https://127.0.0.1:4711', 'an authority')).toBeUndefined()
})
