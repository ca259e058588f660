/**
 * Frees the memory of a piece that nobody reads again. Waiting for the garbage collector costs 20 uploads of 10 MB
 * 130 MB instead of 14, an upload 1.9 times the processor time, and a download 3 times.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  const isShared = buffer.byteLength !== byteLength
  if (buffer instanceof ArrayBuffer && !isShared) buffer.transfer(0)
}
