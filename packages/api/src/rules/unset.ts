/**
 * A list that nobody has set. Most such lists are left out; a few the API shows as null, and clients in Go expect that.
 * To those who read an object it is as good as absent.
 */
export const unsetList = null as unknown as never[]
