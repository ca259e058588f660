import { Button, Textarea, TextInput } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { formatNumber } from '../../../domain/number.ts'
import { queryClient, trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { usePrehydrationInput } from '../../forms/use-prehydration-input.ts'
import { ErrorText, SuccessText } from '../../ui/message-box.tsx'
import classes from './contact-form.module.css'

const RESET_AFTER_MS = 5000
const empty = { name: '', email: '', message: '' }
const SUBJECTS = { name: 'The name', email: 'The e-mail address', message: 'The message' }
type MessageField = keyof typeof empty

/** What is wrong with a text above the limit. It stays as it was typed or pasted: nothing is cut. */
function tooLong(field: MessageField, text: string): string | null {
  const [most, length] = [LIMITS[field], text.length]
  if (length <= most) return null
  return `${SUBJECTS[field]} can have at most ${formatNumber(most)} characters. Yours has ${formatNumber(length)}.`
}

/** The contact form, with the query client that it needs. [4.contact.3-6] [5.contact.4] [9.layout.1] [9.time.4] */
export function ContactForm() {
  return (
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>
  )
}

/**
 * Four states: idle, sending, success or error; success and error go back to idle after 5 seconds.
 * [2.landing.7-9] [2.landing.12] [4.contact.2] [8.contact.1] [8.contact.2]
 */
function Form() {
  const [fields, setFields] = useState(empty)
  const send = useMutation(trpc.contact.send.mutationOptions())
  const form = useRef<HTMLFormElement>(null)
  usePrehydrationInput(form, (typed) => setFields({ ...fields, ...typed }))
  const reset = useTimeout(() => send.reset(), RESET_AFTER_MS)

  const bind = (name: MessageField) => ({
    name,
    value: fields[name],
    error: tooLong(name, fields[name]),
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const long = (['name', 'email', 'message'] as const).find((field) => tooLong(field, fields[field]))
    if (long !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${long}]`)?.focus()
    reset.clear()
    send.mutate(fields, { onSuccess: () => setFields(empty), onSettled: () => reset.start() })
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit}>
      <TextInput label="Name" placeholder="Your name" autoComplete="name" {...bind('name')} />
      <TextInput
        label="Email"
        type="email"
        placeholder="Your email address"
        autoComplete="email"
        {...bind('email')}
      />
      <Textarea
        label="Tell Us About Your HOA"
        rows={4}
        classNames={{ input: classes.message }}
        {...bind('message')}
      />
      {send.isSuccess && (
        <SuccessText>
          Thank you for your message! We'll get back to you soon to discuss how the product can help your HOA.
        </SuccessText>
      )}
      {send.isError && (
        <ErrorText>
          {send.error.data?.code === 'BAD_REQUEST'
            ? reasonOf(send.error)
            : 'Sorry, there was an error sending your message. Please try again.'}
        </ErrorText>
      )}
      <Button type="submit" size="lg" disabled={send.isPending} aria-busy={send.isPending}>
        {send.isPending ? 'Sending...' : 'Send Message'}
      </Button>
      <noscript>Sending a message needs JavaScript: please turn it on, and load this page again.</noscript>
    </form>
  )
}
