import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { type ReactNode, useId } from 'react'
import { quotesText } from '../../../domain/awards/vote-plan.ts'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import classes from './awards.module.css'

type RecordedAward = inferOutput<typeof trpc.awards.record>[number]

const dayOf = (at: string | Date) => formatLongDate(today(new Date(at), CITY_TIME_ZONE))

/** Who decided about a service, and how the choice stood. Nothing for one from before records were kept. Product 4.3 */
export function AwardRecord({ serviceId }: { serviceId: string }) {
  const record = useQuery(trpc.awards.record.queryOptions({ building_service_id: serviceId }))
  const title = useId()
  if (!record.data || record.data.length === 0) return null
  return (
    <section aria-labelledby={title} className={classes.record}>
      <h3 id={title}>How it was decided</h3>
      {record.data.map((award) => (
        <AwardFacts key={award.id} award={award} />
      ))}
    </section>
  )
}

function AwardFacts({ award }: { award: RecordedAward }) {
  const { approvals, interests, others, vote, reason } = award
  return (
    <dl className={classes.facts}>
      <RecordFact name="Chosen">
        {award.company_name}: {formatMoney(award.per_visit_price)} a visit, {formatMoney(award.annual_cost)}{' '}
        in the first year
      </RecordFact>
      <RecordFact name="Quotes">{quotesText(award)}</RecordFact>
      {others.length > 0 && <RecordFact name="Not chosen">{others.join(', ')}</RecordFact>}
      {reason !== null && (
        <RecordFact name="Reason">
          <q>{reason}</q>
        </RecordFact>
      )}
      <RecordFact name={vote ? 'Chosen by' : 'Approved by'}>
        {approvals.map(({ name, approved_at }) => (
          <div key={`${name} ${approved_at}`}>
            {name}, {dayOf(approved_at)}
          </div>
        ))}
      </RecordFact>
      {vote && (
        <RecordFact name="Vote">
          <Link to="/home/voting/vote" search={{ id: vote.id }}>
            {vote.question}
          </Link>{' '}
          {vote.result}
        </RecordFact>
      )}
      {interests.length > 0 && (
        <RecordFact name="With an interest">
          {interests.map(({ name }) => name).join(', ')}, who did not decide
        </RecordFact>
      )}
    </dl>
  )
}

function RecordFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
