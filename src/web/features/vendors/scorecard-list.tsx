import { SCORED_VISITS, type Scorecard, scorecardLines } from '../../../domain/vendors/scorecard.ts'
import classes from './vendor-profile.module.css'

/** A vendor's scorecard in words. Product 2.7 */
export function ScorecardList({ scorecard }: { scorecard: Scorecard | null }) {
  const lines = scorecardLines(scorecard)
  if (lines.length === 0) return <p className={classes.none}>Shown from {SCORED_VISITS} visits on.</p>
  return (
    <dl className={classes.scorecard}>
      {lines.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
