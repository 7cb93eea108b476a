import { AccountClaim } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startClouds } from './test/clouds.ts'

describe('account operators that are an hour ahead of the server, and faster', () => {
  it('give an account and a project in the time that they take, and take them back', async () => {
    const clouds = await startClouds({ speed: 60 })
    clouds.behaviours.changeSection('accountClaim', { defaultDelaySeconds: 600 })
    await clouds.claimAccount('blue')
    await clouds.claimProject('green')
    await clouds.clock.advance(8_000)
    expect((await clouds.accountClaim('blue'))?.status?.state).toBe('Pending')
    expect((await clouds.projectClaim('green'))?.status?.state).toBe('Ready')

    await clouds.clock.advance(15_000)
    expect((await clouds.accountClaim('blue'))?.status?.state).toBe('Ready')

    await clouds.client.delete(AccountClaim, { namespace: 'default', name: 'blue' })
    await clouds.clock.advance(5_000)
    expect(await clouds.accountClaim('blue')).toBeUndefined()
  })
})
