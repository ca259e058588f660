import type { CalendarDate } from '../../../domain/calendar.ts'
import type { ComplianceKind } from '../../../domain/compliance/kind.ts'
import { missingText } from '../../../domain/compliance/requirement.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './visit-note.module.css'

type Props = {
  visit: { company_name: string; scheduled_date: CalendarDate; missing: ComplianceKind[] }
  today: CalendarDate
}

/** That a visit can't begin, or a past one count, unless its vendor adds a document. Product 2.6 */
export function VisitRisk({ visit: { company_name, scheduled_date, missing }, today }: Props) {
  const isPast = scheduled_date < today
  return (
    <div className={classes.note}>
      {!isPast && <StatusBadge tone="red">At risk</StatusBadge>}
      <p className={classes.text}>
        {company_name} lacks {missingText(missing, scheduled_date, today)}.{' '}
        {isPast ? 'The visit can’t count without it.' : 'The visit can’t begin without it.'}
      </p>
    </div>
  )
}
