import type { CalendarDate } from '../../../domain/calendar.ts'
import { missingSoon, missingText, type Requirement } from '../../../domain/compliance/requirement.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './visit-note.module.css'

/** What tells whether a visit is at risk. A list that an earlier version kept has no requirements. */
type RiskedVisit = {
  status: string
  scheduled_date: CalendarDate
  checked_in_at: unknown
  requirements?: Requirement[] | null
}

/** What a visit's vendor lacks on its day, in words; null for one that is not at risk. Product 2.6 */
export function riskOf(visit: RiskedVisit, today: CalendarDate): string | null {
  const { status, scheduled_date, checked_in_at, requirements = null } = visit
  if (status !== 'confirmed' || checked_in_at !== null) return null
  const missing = missingSoon(requirements, scheduled_date, today)
  return missing.length > 0 ? missingText(missing, scheduled_date, today) : null
}

type Props = { visit: RiskedVisit & { company_name: string }; today: CalendarDate }

/** That a visit can't begin unless its vendor adds a document. Renders nothing for one that is not at risk. */
export function VisitRisk({ visit, today }: Props) {
  const risk = riskOf(visit, today)
  if (risk === null) return null
  return (
    <div className={classes.note}>
      <StatusBadge tone="red">At risk</StatusBadge>
      <p className={classes.text}>
        {visit.company_name} lacks {risk}. The visit can’t begin without it.
      </p>
    </div>
  )
}
