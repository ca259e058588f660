/**
 * Does this for each item, one after another, until `stop`. One that fails keeps no other waiting: all failures are thrown together at the
 * end, with what `failed` says of their number.
 */
export async function eachOnItsOwn<Item>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<unknown>,
  { stop, failed }: { stop: AbortSignal | undefined; failed: (count: number) => string },
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    if (stop?.aborted) break
    await act(item).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, failed(failures.length))
}
