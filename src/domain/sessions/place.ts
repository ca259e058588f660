const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i

/** Where a session is used, in words. There is no table of places: an address, and whether it is of this network, is all that is known. */
export function placeOfSession(address: string | null, isOwnNetwork: boolean): string {
  if (!address) return 'Unknown network'
  if (isOwnNetwork) return 'This network'
  return PRIVATE.test(address) ? `Local network (${address})` : address
}
