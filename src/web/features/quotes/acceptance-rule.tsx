import { Radio } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AWARD_MESSAGES } from '../../../domain/awards/messages.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './acceptance-review.module.css'

/** What an officer says where the building has a rule for its spending. */
export type SaidByRule = { interest: 'no' | 'yes' | null; reason: string }

type Props = SaidByRule & {
  /** The quote is not the lowest that leaves nothing out. */
  asksReason: boolean
  /** What was refused, at its field. */
  missing: 'interest' | 'reason' | null
  onChange: (said: SaidByRule) => void
}

/** Asks who accepts a quote for an interest in its vendor, and why it is not the lowest. Product 4.3 */
export function RuleFields({ interest, reason, asksReason, missing, onChange }: Props) {
  return (
    <div className={classes.rule}>
      <InterestChoice
        value={interest}
        error={missing === 'interest' ? 'Say whether you have an interest in this vendor' : undefined}
        onChange={(said) => onChange({ interest: said, reason })}
      />
      {asksReason && interest !== 'yes' && (
        <CountedTextarea
          label="Reason for the record"
          placeholder="It is not the lowest that leaves nothing out. Your neighbors read why you choose it."
          required
          withAsterisk={false}
          rows={3}
          max={LIMITS.reason}
          value={reason}
          error={missing === 'reason' ? 'Reason for the record is required' : undefined}
          onChange={({ currentTarget }) => onChange({ interest, reason: currentTarget.value })}
        />
      )}
    </div>
  )
}

type InterestProps = {
  value: SaidByRule['interest']
  error: string | undefined
  onChange: (interest: 'no' | 'yes') => void
}

/** The question that everybody who approves answers. Product 4.3 */
export function InterestChoice({ value, error, onChange }: InterestProps) {
  return (
    <Radio.Group
      label={AWARD_MESSAGES.askInterest}
      description={AWARD_MESSAGES.interestHint}
      required
      withAsterisk={false}
      value={value}
      error={error}
      onChange={(chosen) => onChange(chosen === 'yes' ? 'yes' : 'no')}
    >
      <div className={classes.answers}>
        <Radio value="no" label="No" />
        <Radio
          value="yes"
          label="Yes"
          description="Others decide, and your neighbors see that you declared it."
        />
      </div>
    </Radio.Group>
  )
}

/** Declares an interest in the vendor of a quote. */
export function useDeclareInterest(quoteId: string, onDone: () => void) {
  const { mutateAsync } = useMutation(trpc.awards.declareInterest.mutationOptions())
  const { busy, run } = useSingleFlight()
  const declare = () =>
    run(async () => {
      try {
        await mutateAsync({ id: quoteId })
        onDone()
        notify.success(AWARD_MESSAGES.declared)
      } catch (error) {
        notify.error(AWARD_MESSAGES.declareFailed(reasonOf(error)))
      }
      await refreshAfter('interest_declared')
    })
  return { busy, declare }
}

/** What is said, and which of it is missing. */
export function useSaidByRule(asksReason: boolean) {
  const [said, say] = useState<SaidByRule>({ interest: null, reason: '' })
  const [asked, ask] = useState(false)
  const missing =
    said.interest === null ? 'interest' : asksReason && said.reason.trim() === '' ? 'reason' : null
  return { said, say, missing, shownMissing: asked ? missing : null, ask: () => ask(true) } as const
}
