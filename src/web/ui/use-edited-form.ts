import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'

export type FormValues = Record<string, string | string[]>

/**
 * A form on values that are saved elsewhere. It is dirty when what it shows is not what is saved, compared value by
 * value. Values that change elsewhere meanwhile come in where the person has not edited; what was typed stays.
 */
export function useEditedForm<Values extends FormValues>(saved: Values) {
  const form = useForm({ initialValues: saved })
  const known = useRef(saved)
  const underWay = useRef<Values | null>(null)

  useEffect(() => {
    if (isSame(known.current, saved)) return
    const before = underWay.current ?? known.current
    // Where nothing changed elsewhere, what is being saved stays as it was sent.
    const now = followSaved(saved, known.current, before)
    form.setValues((values) => followSaved(values, before, now))
    if (underWay.current) underWay.current = now
    known.current = saved
  }, [saved, form])

  return {
    form,
    dirty: !isSame(form.values, saved),
    /** What is being saved now. It may be heard of before it is answered: what differs from it is typed meanwhile. */
    send(values: Values): void {
      underWay.current = values
    },
    /** What was sent is kept as `now`, which is shown but for what was typed meanwhile; without it, it was not saved. */
    settle(now?: Values): void {
      const sent = underWay.current
      underWay.current = null
      if (!sent || !now) return
      known.current = now
      form.setValues((values) => followSaved(values, sent, now))
    },
  }
}

/** `now` wherever a value is still the one from before. */
export function followSaved<Values extends FormValues>(
  values: Partial<Values>,
  before: Values,
  now: Values,
): Values {
  const kept = Object.entries(values).filter(([name, value]) => !isSameValue(value, before[name]))
  return { ...now, ...Object.fromEntries(kept) }
}

export function isSame(one: FormValues, other: FormValues): boolean {
  return Object.keys(other).every((name) => isSameValue(one[name], other[name]))
}

/** Lists are sets here: the order in which things were ticked means nothing. */
function isSameValue(one: string | string[] | undefined, other: string | string[] | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each) => other.includes(each))
  }
  return one === other
}
