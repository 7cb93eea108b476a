const CREDIT_CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/

/** A credit card number of a known issuer, with whatever between its digits. */
export function isCreditCardFormat(text: string): boolean {
  const digits = text.replace(/\D+/g, '')
  return CREDIT_CARD.test(digits) && luhnSum(digits) % 10 === 0
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, position) => {
    const value = position % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return sum + (value >= 10 ? value - 9 : value)
  }, 0)
}

const withoutSeparators = (text: string): string => text.replace(/[\s-]+/g, '')

/** A ten-digit ISBN with the right check digit. */
export function isIsbn10Format(text: string): boolean {
  const digits = withoutSeparators(text)
  if (!/^\d{9}[\dX]$/.test(digits)) return false
  const sum = [...digits].reduce((sum, digit, index) => sum + (index + 1) * (digit === 'X' ? 10 : Number(digit)), 0)
  return sum % 11 === 0
}

/** A thirteen-digit ISBN with the right check digit. */
export function isIsbn13Format(text: string): boolean {
  const digits = withoutSeparators(text)
  if (!/^\d{13}$/.test(digits)) return false
  const sum = [...digits].reduce((sum, digit, index) => sum + (index % 2 === 0 ? 1 : 3) * Number(digit), 0)
  return sum % 10 === 0
}
