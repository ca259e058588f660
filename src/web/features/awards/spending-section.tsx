import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense, useState } from 'react'
import { limitsOf, policyTexts } from '../../../domain/awards/policy.ts'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './awards.module.css'

const SpendingDialog = lazyPart(() => import('./spending-dialog.tsx'), 'SpendingDialog')

export type ShownPolicy = inferOutput<typeof trpc.awards.policy>

/** Who decides about a quote by what it costs in a year, and what was said before. Product 4.3 */
export function SpendingSection() {
  const policy = useQuery(trpc.awards.policy.queryOptions())
  const changes = may(useViewer(), 'manage_building')
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  const open = () => {
    setAsked(true)
    setOpened(true)
  }
  return (
    <section aria-labelledby="spending" className={classes.section}>
      <div className={classes.head}>
        <div>
          <Title order={2} id="spending">
            Spending
          </Title>
          <p className={classes.lead}>Who accepts a quote, by what it costs in its first year.</p>
        </div>
        {changes && policy.data && (
          <Button variant="default" aria-haspopup="dialog" onClick={open}>
            Change Rule
          </Button>
        )}
      </div>
      {policy.data ? (
        <SpendingRule policy={policy.data} />
      ) : policy.isError ? (
        <LoadFailed
          reason={`The rule could not be loaded. ${reasonOf(policy.error)}`}
          onRetry={() => policy.refetch()}
          busy={policy.isFetching}
        />
      ) : (
        <RowSkeletons count={3} label="Loading the rule…" />
      )}
      {asked && policy.data && (
        <Suspense fallback={null}>
          <SpendingDialog policy={policy.data.present} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </section>
  )
}

function SpendingRule({ policy: { present, versions } }: { policy: ShownPolicy }) {
  return (
    <>
      <ul className={classes.steps}>
        {policyTexts(present).map((text) => (
          <li key={text}>{text}</li>
        ))}
        <li>
          {present?.names_in_record
            ? 'The record of a decision names the vendors that were not chosen.'
            : 'The record of a decision names only the chosen vendor.'}
        </li>
      </ul>
      {versions.length > 0 && (
        <>
          <Title order={3} size="h4">
            Changes
          </Title>
          <ol className={classes.versions} reversed>
            {versions.map((version) => (
              <li key={version.version}>
                {formatLongDate(today(new Date(version.set_at), CITY_TIME_ZONE))}, {version.set_name}:{' '}
                {versionText(version)}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

function versionText(version: ShownPolicy['versions'][number]): string {
  const limits = limitsOf(version)
  const names = version.names_in_record ? ', all vendors named' : ''
  return limits
    ? `one officer up to ${formatMoney(limits.alone_up_to)}, two up to ${formatMoney(limits.two_up_to)}${names}`
    : `no rule${names}`
}
