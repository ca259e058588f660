import type { ReactNode } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import {
  isExpired,
  isPriceOnly,
  leftOut,
  lineName,
  optionsOf,
  optionText,
  type QuoteTerms,
} from '../../../domain/quotes/terms.ts'
import type { ScopeLine } from '../../../domain/services/scope.ts'
import { cityToday } from '../../city.ts'
import classes from './shown-terms.module.css'

type Props = {
  terms: QuoteTerms
  scope: readonly ScopeLine[]
  /** It can still be accepted while it holds. */
  open: boolean
}

/** What a quote says beside its price; 'Price only' if nothing. Product 2.4 */
export function ShownTerms({ terms, scope, open }: Props) {
  if (isPriceOnly(terms)) return <p className={classes.none}>Price only</p>
  const { lines, start_price, valid_until, note } = terms
  const included = lines.filter(({ offer }) => offer === 'included').map(({ key }) => lineName(scope, key))
  const options = optionsOf(terms, scope)
  const expired = open && isExpired(terms, cityToday())
  return (
    <dl className={classes.terms}>
      <Term name="Included">{listOf(included)}</Term>
      <Term name="Not included" missing>
        {listOf(leftOut(terms, scope))}
      </Term>
      <Term name="Costs extra">{listOf(options.filter(({ asked }) => asked).map(optionText))}</Term>
      <Term name="One-time price">
        {start_price !== null && `${formatMoney(start_price)}, with the first visit`}
      </Term>
      <Term name="Optional extras">{listOf(options.filter(({ asked }) => !asked).map(optionText))}</Term>
      <Term name="Valid until" missing={expired}>
        {valid_until && formatShortDate(valid_until, cityToday())}
        {expired && ': no longer holds'}
      </Term>
      <Term name="Note">{note && <q>{note}</q>}</Term>
    </dl>
  )
}

const listOf = (texts: string[]) =>
  texts.length > 0 && (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )

function Term({ name, missing, children }: { name: string; missing?: boolean; children: ReactNode }) {
  if (!children || (Array.isArray(children) && !children.some(Boolean))) return null
  return (
    <div className={classes.term} data-missing={missing || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
