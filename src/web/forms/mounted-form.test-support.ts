import { type UseFormReturnType, useForm } from '@mantine/form'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

/** A form of the library for unit tests. It is rendered once, so its values change, but not what is on the screen. */
export function formOf<Values extends Record<string, unknown>>(
  initialValues: Values,
): UseFormReturnType<Values> {
  const forms: UseFormReturnType<Values>[] = []
  function Probe() {
    forms.push(useForm({ initialValues }))
    return null
  }
  renderToString(createElement(Probe))
  const [form] = forms
  if (!form) throw new Error('The form was not rendered')
  return form
}
