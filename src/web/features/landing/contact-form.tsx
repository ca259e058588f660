import { Button, Textarea, TextInput } from '@mantine/core'
import { useMounted, useTimeout } from '@mantine/hooks'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { queryClient, trpc } from '../../api.ts'
import { fieldOf, reasonOf } from '../../errors.ts'
import { tooLong } from '../../forms/too-long.ts'
import { usePrehydrationInput } from '../../forms/use-prehydration-input.ts'
import { ErrorText, SuccessText } from '../../ui/message-box.tsx'
import classes from './contact-form.module.css'

const RESET_AFTER_MS = 5000
const empty = { name: '', email: '', message: '' }
const SUBJECTS = { name: 'The name', email: 'The e-mail address', message: 'The message' }
type MessageField = keyof typeof empty

const tooLongFor = (field: MessageField, text: string) => tooLong(SUBJECTS[field], text, LIMITS[field])
const LABELS = { name: 'Name', email: 'Email', message: 'Tell Us About Your HOA' }
const FIELDS = ['name', 'email', 'message'] as const

type Errors = Partial<Record<MessageField, string>>

/** The contact form, with the query client that it needs. [4.contact.3-6] [9.layout.1] [9.time.4] */
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
  const [errors, setErrors] = useState<Errors>({})
  // Until it is hydrated, the browser's own checks keep it from being sent as it is.
  const mounted = useMounted()
  const send = useMutation(trpc.contact.send.mutationOptions())
  const form = useRef<HTMLFormElement>(null)
  usePrehydrationInput(form, (typed) => setFields({ ...fields, ...typed }))
  const reset = useTimeout(() => send.reset(), RESET_AFTER_MS)

  const bind = (name: MessageField) => ({
    name,
    label: LABELS[name],
    error: tooLongFor(name, fields[name]) ?? errors[name],
    value: fields[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setFields({ ...fields, [name]: event.currentTarget.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  /** What is wrong stands at its field, and the first of them gets the focus. */
  function refuse(refused: Errors): void {
    setErrors(refused)
    const first = FIELDS.find((name) => refused[name])
    if (first) fieldOfForm(form.current, first)?.focus()
  }

  function refuseNamed(error: unknown): void {
    const name = FIELDS.find((each) => each === fieldOf(error))
    if (name) refuse({ [name]: reasonOf(error) })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.clear()
    send.reset()
    const found = invalidFields(form.current)
    refuse(found)
    if (Object.keys(found).length > 0) return
    send.mutate(fields, {
      onSuccess: () => setFields(empty),
      onError: refuseNamed,
      onSettled: () => reset.start(),
    })
  }

  return (
    <form ref={form} noValidate={mounted} className={classes.form} onSubmit={submit}>
      <TextInput placeholder="Your name" autoComplete="name" {...bind('name')} />
      <TextInput type="email" placeholder="Your email address" autoComplete="email" {...bind('email')} />
      <Textarea rows={4} classNames={{ input: classes.message }} {...bind('message')} />
      {send.isSuccess && (
        <SuccessText>
          Thank you for your message! We'll get back to you soon to discuss how the product can help your HOA.
        </SuccessText>
      )}
      {send.isError && fieldOf(send.error) === undefined && (
        <ErrorText>Sorry, there was an error sending your message. Please try again.</ErrorText>
      )}
      <Button type="submit" size="lg" disabled={send.isPending} aria-busy={send.isPending}>
        {send.isPending ? 'Sending...' : 'Send Message'}
      </Button>
      <noscript>Sending a message needs JavaScript: please turn it on, and load this page again.</noscript>
    </form>
  )
}

function fieldOfForm(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null
}

/** By the browser's own checks, in our words: its bubbles cover the form, and vanish. [5.contact.4] */
function invalidFields(form: HTMLFormElement | null): Errors {
  const invalid = FIELDS.flatMap((name) => {
    const field = fieldOfForm(form, name)
    if (field?.value.trim() === '') return [[name, `${LABELS[name]} is required`]]
    const long = tooLongFor(name, field?.value ?? '')
    if (long !== null) return [[name, long]]
    return field?.validity.valid === false ? [[name, 'Email must look like ana@example.com']] : []
  })
  return Object.fromEntries(invalid)
}
