import type { UseFormReturnType } from '@mantine/form'

/** Makes saved values the form's initial ones, and shows them in the fields that the person has not edited. */
export function applySaved(
  form: UseFormReturnType<Record<string, unknown>>,
  saved: Record<string, unknown>,
): void {
  const unedited = Object.entries(saved).filter(([name]) => !form.isDirty(name))
  form.setInitialValues({ ...form.getInitialValues(), ...saved })
  form.setValues(Object.fromEntries(unedited))
  // The form remembers comparisons with the initial values; these are outdated.
  form.setDirty({})
}
