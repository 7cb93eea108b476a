import type { ValidationRule } from '@skep/schema'

/** Options of a schema whose values must meet these conditions. */
export const checked = (...rules: ValidationRule[]) => ({ 'x-kubernetes-validations': rules })

/** The value stays as it was when it first appeared. */
export const unchanged = (message: string): ValidationRule => ({ rule: 'self == oldSelf', message })

/** A text may be empty at first, and stays as it is from then on. */
export const unchangedOnceSet = (message: string): ValidationRule => ({
  rule: "oldSelf == '' || self == oldSelf",
  message,
})

/** A member of an object that was there must not go. */
export const notRemoved = (member: string, message: string): ValidationRule => ({
  rule: `has(self.${member}) || !has(oldSelf.${member})`,
  message,
})

/** A text of this form; `^` and `$` are up to the pattern. */
export const matching = (pattern: string, message: string): ValidationRule => ({
  rule: `self.matches(r'${pattern}')`,
  message,
})

/** A member of a union that goes with one value of its discriminator. */
export const memberOnlyWith = (discriminator: string, value: string, member: string): ValidationRule => ({
  rule: `has(self.${member}) == (self.${discriminator} == '${value}')`,
  message: `${member} is required when ${discriminator} is ${value}, and forbidden otherwise`,
})

/** Whether an object has a member at this path, each step of which may be missing. */
export const reaches = (path: string): string =>
  path
    .split('.')
    .map((_, index, steps) => `has(self.${steps.slice(0, index + 1).join('.')})`)
    .join(' && ')
