import type { z } from 'zod'

/** What is wrong with each field of a form, in the schema's own sentences; empty when nothing is. */
export function fieldErrors(schema: z.ZodType, values: unknown): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? []
  // The first fault of a field is told; the others follow once it is mended.
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse())
}
