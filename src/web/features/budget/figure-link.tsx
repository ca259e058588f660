import { formatMoney } from '../../../domain/money.ts'
import { Link } from '../../ui/link.tsx'
import classes from './figure-link.module.css'
import { figureAddress, type ShownFigure } from './spend-address.ts'

type Props = { amount: number; of: Omit<ShownFigure, 'page'>; label: string }

/** An amount that opens what it is made of; nothing is made of nothing. Product 3.5 */
export function FigureLink({ amount, of, label }: Props) {
  if (amount === 0) return formatMoney(0)
  return (
    <Link {...figureAddress(of)} className={classes.figure} aria-label={`${formatMoney(amount)}, ${label}`}>
      {formatMoney(amount)}
    </Link>
  )
}
