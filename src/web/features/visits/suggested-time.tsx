import '../../ui/part-styles.ts'
import { Button } from '@mantine/core'
import { cityNow } from '../../city.ts'
import { useViewer } from '../../session/session.ts'
import classes from './suggested-time.module.css'
import { ANSWERS, answersTo, SuggestionText, suggestedTimeText, useAnswerChoice } from './suggestion.tsx'
import type { ShownVisit } from './visit.ts'

type Props = { visit: ShownVisit }

/** The time that one side suggests for a visit, and the other one's answer. Product 1.3 */
export function SuggestedTime({ visit }: Props) {
  const choices = answersTo(useViewer(), visit, cityNow())
  const { busy, answer } = useAnswerChoice(visit)
  const when = suggestedTimeText(visit)
  if (when === null) return null
  const about = `${when} for ${visit.name}`
  return (
    <div className={classes.suggestion}>
      <p className={classes.text}>
        <SuggestionText visit={visit} />
      </p>
      {choices.length > 0 && (
        <div className={classes.answers}>
          {choices.map((choice) => (
            <Button
              key={choice}
              variant={choice === 'accept' ? undefined : 'default'}
              loading={busy === choice}
              onClick={() => answer(choice)}
              aria-label={`${ANSWERS[choice]} ${about}`}
            >
              {ANSWERS[choice]}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
