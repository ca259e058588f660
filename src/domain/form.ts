import { z } from 'zod'
import { DomainError } from './errors.ts'
import { PASSWORD_MIN } from './limits.ts'
import { comparedPassword, passwordLength } from './password.ts'

/** What is wrong with one field of a form. */
type FieldError = { field: string; message: string }

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
        for (const { field, message } of errors) {
          context.addIssue({ code: 'custom', path: [field], message })
        }
        if (errors.length > 0) return
      }
    })
    .transform((values): unknown => values)
    .pipe(schema)
}

/** Every named field is filled in. All blank ones get the form's one message. */
export function filledIn<Name extends string>(
  names: readonly Name[],
  message: string,
): Check<Record<Name, string>> {
  return (values) => names.filter((name) => values[name].trim() === '').map((field) => ({ field, message }))
}

/** Both passwords are equal; then they are long enough. */
export function passwordTwice<Name extends string>(
  name: Name,
  again: Name,
  messages: { mismatch: string; shortPassword: string },
): Check<Record<Name, string>> {
  return (values) => {
    if (comparedPassword(values[name]) !== comparedPassword(values[again]))
      return [{ field: again, message: messages.mismatch }]
    if (passwordLength(values[name]) < PASSWORD_MIN) return [{ field: name, message: messages.shortPassword }]
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
