import { Title } from '@mantine/core'
import { Suspense } from 'react'
import { optionLabel, outcomeText, partText, sumText, turnoutText } from '../../../domain/votes/vote-words.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ShownVote } from './shown-vote.ts'
import classes from './votes.module.css'

const ReceiptsPart = lazyPart(() => import('./receipts-part.tsx'), 'ReceiptsPart')

type Props = { vote: ShownVote; result: NonNullable<ShownVote['result']> }

/** What a vote decided, with its counts in a table. Product 4.4 */
export function VoteResultPart({ vote, result }: Props) {
  const { kind, basis, options, is_secret, certified_name } = vote
  const whole = result.voted.weight
  const row = (name: string, sum: { units: number; weight: number }, isWinner = false) => (
    <tr key={name} className={cards.row}>
      <th scope="row" className={cards.name}>
        {name}
        {isWinner && kind !== 'yes_no' && (
          <p className={cards.aside}>{kind === 'election' ? 'Elected' : 'Chosen'}</p>
        )}
      </th>
      <td data-label="Votes" className={cards.cell}>
        {sumText(sum, basis)}
      </td>
      <td data-label="Of those cast" className={cards.cell}>
        {partText(sum.weight, whole)}
      </td>
    </tr>
  )
  return (
    <section className={classes.section} aria-labelledby="result">
      <Title order={2} id="result">
        Result
      </Title>
      <p className={classes.outcome}>{outcomeText({ kind, ...result }, options)}</p>
      <p className={classes.hint}>
        {turnoutText(result, basis)} took part.{' '}
        {certified_name === null ? 'Not certified yet.' : `Certified by ${certified_name}.`}
      </p>
      <CardsTable labelledBy="result" columns={['Option', 'Votes', 'Of those cast']} actions={false}>
        {result.options.map((sum) =>
          row(optionLabel(sum.option, options), sum, result.winners.includes(sum.option)),
        )}
        {row('Abstain', result.abstained)}
        {row('Cast in all', result.voted)}
      </CardsTable>
      {is_secret && (
        <Suspense fallback={null}>
          <ReceiptsPart vote={vote} />
        </Suspense>
      )}
    </section>
  )
}
