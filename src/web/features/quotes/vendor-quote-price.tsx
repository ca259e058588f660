import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { parsePrice, priceText } from '../../../domain/money.ts'
import { INVALID_PRICE } from '../../../domain/quotes/quote.ts'
import { notify } from '../../ui/notify.tsx'
import type { VendorQuote } from './quote-text.ts'
import classes from './vendor-quote-dialog.module.css'
import { VendorQuoteEstimate } from './vendor-quote-estimate.tsx'

type Props = { quote: VendorQuote; busy: boolean; onPrice: (cents: number) => void }

/** The price per visit: typed, estimated by the month as one types, sent with Enter. [2.quotes.4] [5.price.3] */
export function VendorQuotePrice({ quote, busy, onPrice }: Props) {
  const [typed, setTyped] = useState(quote.per_visit_price === null ? '' : priceText(quote.per_visit_price))
  const [refused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submitted = quote.state === 'submitted'

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const cents = parsePrice(typed)
    if (cents !== null) return onPrice(cents)
    setRefused(true)
    notify.error(INVALID_PRICE)
    field.current?.focus()
  }

  return (
    <form onSubmit={send} className={classes.price} noValidate>
      <div className={classes.row}>
        <TextInput
          ref={field}
          label="Price per Visit"
          leftSection="$"
          inputMode="decimal"
          enterKeyHint="send"
          autoComplete="off"
          maxLength={12}
          placeholder="0.00"
          data-autofocus
          classNames={{ input: classes.field }}
          value={typed}
          error={refused}
          aria-required
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setRefused(false)
          }}
        />
        <VendorQuoteEstimate quote={quote} cents={parsePrice(typed.trim().replace(/\.$/, ''))} />
      </div>
      {submitted && (
        <p className={classes.hint}>The building sees your price. You can change it until it decides.</p>
      )}
      <Button type="submit" size="lg" fullWidth loading={busy} className={classes.send}>
        {submitted ? 'Update Quote' : 'Submit Quote'}
      </Button>
    </form>
  )
}
