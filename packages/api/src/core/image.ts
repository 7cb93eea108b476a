/** Images named without a tag, or `latest`, are pulled every time. */
export function imagePullPolicyOf(image: string | undefined): 'Always' | 'IfNotPresent' {
  if (!image) return 'IfNotPresent'
  const [name = '', digest] = image.split('@', 2)
  const tag = /:([^:/]*)$/.exec(name)?.[1]
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent'
}
