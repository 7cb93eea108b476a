import { describe, expect, it } from 'vitest'
import { consoleStepsOf, patternOf, stepsOf } from './guide.ts'

describe('stepsOf', () => {
  it('finds commands, those that fail, and what each prints', () => {
    const guide = '```sh\nls\n```\n\n```sh fails\nfalse\n```\n\nprints\n\n```text\nno\n```\n\n```\nnot run\n```\n'

    expect(stepsOf(guide)).toEqual([
      { commands: 'ls\n', fails: false },
      { commands: 'false\n', fails: true, output: 'no\n' },
    ])
  })
})

describe('consoleStepsOf', () => {
  it('finds commands after prompts, also such as go on in the next line, and what each prints', () => {
    expect(consoleStepsOf('```console\n$ cat \\\n    x\none\ntwo\n$ true\n```\n')).toEqual([
      { commands: 'cat \\\n    x\n', fails: false, output: 'one\ntwo\n' },
      { commands: 'true\n', fails: false },
    ])
  })
})

describe('patternOf', () => {
  it('matches what differs from run to run', () => {
    const pattern = patternOf('NAME   AGE\nweb-...   3s\nat https://127.0.0.1:6443 in /tmp/x')

    expect('NAME    AGE\nweb-abc   12s\nat https://127.0.0.1:40123 in /tmp/skep-1/x\n').toMatch(pattern)
  })

  it('matches names whose ends were generated, also those of machines, which have two', () => {
    expect('web-x7kqp   Running\nnode-b2c4d-f5g6h\n').toMatch(patternOf('web-btmtj   Running\nnode-jzh7b-6gslb'))
    expect('web-other-name   Running\n').not.toMatch(patternOf('web-btmtj   Running'))
  })

  it('takes an ellipsis on a line of its own for any number of lines', () => {
    expect('first\nsecond\nthird\nlast\n').toMatch(patternOf('first\n...\nlast'))
    expect('first\nlast\n').toMatch(patternOf('first\n...\nlast'))
  })

  it('does not match another word, a missing line or a longer one', () => {
    expect('web  Pending\n').not.toMatch(patternOf('web Running'))
    expect('one\n').not.toMatch(patternOf('one\ntwo'))
    expect('Ready for nothing\n').not.toMatch(patternOf('Ready'))
  })
})
