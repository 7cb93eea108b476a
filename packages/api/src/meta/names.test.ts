import { describe, expect, it } from 'vitest'
import { checkConfigKey, checkEnvVarName, checkPortName } from './names.ts'

describe('keys, variables and ports', () => {
  it.each([
    ['tls.crt', []],
    ['..', ["must not be '..'"]],
    ['..data', ["must not start with '..'"]],
  ])('takes %j as a file name or says why not', (key, complaints) => {
    expect(checkConfigKey(key)).toEqual(complaints)
  })

  it('takes anything printable but the equals sign as a variable name', () => {
    expect(checkEnvVarName('my.env-NAME 1')).toEqual([])
    expect(checkEnvVarName('a=b')).toEqual([
      "a valid environment variable name must consist only of printable ASCII characters other than '='",
    ])
  })

  it.each([
    ['http-web', []],
    ['80', ['must contain at least one letter (a-z)']],
    ['a--b', ['must not contain consecutive hyphens']],
    ['web-', ['must not begin or end with a hyphen']],
    ['a-very-long-port-name', ['must be no more than 15 characters']],
    ['not_valid!', ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']],
  ])('takes %j as the name of a port or says why not', (name, complaints) => {
    expect(checkPortName(name)).toEqual(complaints)
  })
})
