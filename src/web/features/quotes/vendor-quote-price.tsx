import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { formatShortDate, today } from '../../../domain/calendar.ts'
import { parsePrice, priceText } from '../../../domain/money.ts'
import { quoteForm, shownRequest } from '../../../domain/quotes/quote-input.ts'
import { typedTermsOf } from '../../../domain/quotes/typed-terms.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { focusFirst } from '../../forms/form-errors.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { notify } from '../../ui/notify.tsx'
import { AvailabilityFields } from './availability-fields.tsx'
import type { VendorQuote } from './quote-text.ts'
import { TermsFields } from './terms-fields.tsx'
import classes from './vendor-quote-dialog.module.css'
import { VendorQuoteEstimate } from './vendor-quote-estimate.tsx'

export type TypedOffer = ReturnType<ReturnType<typeof quoteForm>['parse']>
type Props = { quote: VendorQuote; busy: boolean; onPrice: (offer: TypedOffer) => void; onGiveUp: () => void }

/** Whether the building has opened the price. Product 2.4 */
const openedText = (at: string | null) =>
  at === null
    ? 'The building has not opened your quote yet.'
    : `The building opened your quote on ${formatShortDate(today(new Date(at), CITY_TIME_ZONE), cityToday())}.`

/** The price per visit: typed, estimated by the month as one types, sent with Enter. [2.quotes.4] [5.price.3] */
export function VendorQuotePrice({ quote, busy, onPrice, onGiveUp }: Props) {
  const schema = quoteForm(quote.scope, cityToday())
  const form = useForm({
    initialValues: {
      per_visit_price: quote.per_visit_price === null ? '' : priceText(quote.per_visit_price),
      weekdays: quote.weekdays,
      arrives_from: quote.arrives_from?.slice(0, 5) ?? '',
      arrives_until: quote.arrives_until?.slice(0, 5) ?? '',
      ...typedTermsOf(quote, quote.scope),
    },
    validate: schemaResolver(schema, { sync: true }),
  })
  // A price that was typed for another request is not filled in.
  useDraft(`price ${quote.id} ${JSON.stringify(shownRequest(quote))}`, form)
  const typed = form.values.per_visit_price
  const submitted = quote.state === 'submitted'

  // The dialog opens before the quote has arrived. Who types in another field by then goes on.
  const price = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea')) price.current?.focus({ preventScroll: true })
  }, [])

  const onSubmit = form.onSubmit(
    (values) => {
      if (!busy) onPrice(schema.parse(values))
    },
    (errors) => {
      if (errors.per_visit_price) notify.error(String(errors.per_visit_price))
      focusFirst(form, errors)
    },
  )

  return (
    <form onSubmit={onSubmit} className={classes.price} noValidate>
      <div className={classes.row}>
        <TextInput
          {...form.getInputProps('per_visit_price')}
          label="Price per Visit"
          leftSection="$"
          inputMode="decimal"
          enterKeyHint="send"
          autoComplete="off"
          placeholder="0.00"
          ref={price}
          data-autofocus
          classNames={{ input: classes.field }}
          error={form.errors.per_visit_price && 'A price such as 95 or 1200.50, and more than 0'}
          aria-required
          onFocus={(event) => event.currentTarget.select()}
        />
        <VendorQuoteEstimate quote={quote} cents={parsePrice(typed)} />
      </div>
      <TermsFields form={form} scope={quote.scope} changed={quote.for_earlier_request} />
      <AvailabilityFields form={form} />
      {submitted && (
        <p className={classes.hint}>
          {quote.for_earlier_request
            ? 'The building changed its request after you sent this price. Confirm the price or change it: until then it can’t be accepted.'
            : `${openedText(quote.opened_at)} You can change it until the building decides.`}
        </p>
      )}
      <DialogFoot>
        <Button variant="default" onClick={onGiveUp} disabled={busy}>
          {submitted ? 'Withdraw Quote' : 'Decline Request'}
        </Button>
        <Button type="submit" loading={busy}>
          {quote.for_earlier_request ? 'Confirm Quote' : submitted ? 'Update Quote' : 'Submit Quote'}
        </Button>
      </DialogFoot>
    </form>
  )
}
