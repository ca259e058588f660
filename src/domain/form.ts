import { z } from 'zod'
import { DomainError } from './errors.ts'
import { PASSWORD_MIN } from './limits.ts'
import { comparedPassword, passwordLength } from './password.ts'

/** What is wrong with one field of a form. With `words` for the field itself, the message is about the whole form. */
type FieldError = { field: string; message: string; words?: string }

/** A form's own rule about what is typed; an empty list when it holds. */
type Check<Values> = (values: Values) => FieldError[]

/**
 * The schema of a form with rules of its own. They run in order, each only when the one before holds; `schema`, which
 * the server parses too, runs last and gives the output.
 */
export function formSchema<Output, Values>(schema: z.ZodType<Output>, ...checks: Check<Values>[]) {
  return z
    .custom<Values>()
    .superRefine((values, context) => {
      for (const check of checks) {
        const errors = check(values)
        for (const { field, message, words } of errors) {
          context.addIssue({ code: 'custom', path: [field], message, params: { words } })
        }
        if (errors.length > 0) return
      }
    })
    .transform((values): unknown => values)
    .pipe(schema)
}

/** What is wrong with what is typed: in a message about the whole form, if one fits, and in words for each field, in order. */
export function formErrors(schema: z.ZodType, values: unknown) {
  const fields: Record<string, string> = {}
  let sentence: string | null = null
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const words: unknown = issue.code === 'custom' ? issue.params?.words : undefined
    if (typeof words === 'string') sentence ??= issue.message
    fields[issue.path.join('.')] ??= typeof words === 'string' ? words : issue.message
  }
  return { sentence, fields }
}

/** Every named field is filled in. All blank ones get the form's one message. */
export function filledIn<Name extends string>(
  names: readonly Name[],
  message: string,
): Check<Record<Name, string>> {
  return (values) =>
    names
      .filter((name) => values[name].trim() === '')
      .map((field) => ({ field, message, words: 'Please fill this in' }))
}

/** Both passwords are equal; then they are long enough. */
export function passwordTwice<Name extends string>(
  name: Name,
  again: Name,
  messages: { mismatch: string; shortPassword: string },
): Check<Record<Name, string>> {
  return (values) => {
    if (comparedPassword(values[name]) !== comparedPassword(values[again]))
      return [{ field: again, message: messages.mismatch, words: 'Type the same password here' }]
    if (passwordLength(values[name]) < PASSWORD_MIN) {
      const words = `Use ${PASSWORD_MIN} characters or more`
      return [{ field: name, message: messages.shortPassword, words }]
    }
    return []
  }
}

/** A rule of the domain holds. What it throws names the field. */
export function allowedBy<Values>(rule: (values: Values) => unknown): Check<Values> {
  return (values) => {
    try {
      rule(values)
      return []
    } catch (error) {
      if (!(error instanceof DomainError) || error.field === undefined) throw error
      return [{ field: error.field, message: error.message }]
    }
  }
}
