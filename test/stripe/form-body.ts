export type Fields = { [name: string]: string | Fields }

/** A form body as Stripe's library sends it: 'line_items[0][quantity]=1' becomes { line_items: { 0: { quantity: '1' } } }. */
export function parseForm(body: string): Fields {
  const root: Fields = {}
  for (const [key, value] of new URLSearchParams(body)) {
    const path = key.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let inner = root
    for (const name of path) {
      const next = inner[name]
      const object: Fields = typeof next === 'object' ? next : {}
      inner[name] = object
      inner = object
    }
    inner[last === '' ? String(Object.keys(inner).length) : last] = value
  }
  return root
}

/** What stands at this path of a form; undefined if nothing does. */
export function at(fields: Fields | undefined, ...path: string[]): string | undefined {
  let inner: string | Fields | undefined = fields
  for (const name of path) inner = typeof inner === 'object' ? inner[name] : undefined
  return typeof inner === 'string' ? inner : undefined
}

/** The texts at this path of a form, such as its metadata. */
export function textsAt(fields: Fields, ...path: string[]): Record<string, string> {
  let inner: string | Fields | undefined = fields
  for (const name of path) inner = typeof inner === 'object' ? inner[name] : undefined
  if (typeof inner !== 'object') return {}
  return Object.fromEntries(
    Object.entries(inner).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
