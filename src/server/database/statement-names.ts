/** So many statements are prepared in a connection: texts whose length follows their input must not fill the server. */
const MAX_STATEMENTS = 500

const names = new Map<string, string>()

/** The name under which a connection keeps this statement prepared; undefined for one too many. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_STATEMENTS) return known
  const name = `stoop_${names.size}`
  names.set(text, name)
  return name
}
