import { Button, TextInput, Title } from '@mantine/core'
import { IconMessageCircleQuestion } from '@tabler/icons-react'
import { BILLING_MESSAGES } from '../../../domain/billing/messages.ts'
import { useSession } from '../../session/session.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { notify } from '../../ui/notify.tsx'
import { Sections, useSectionQueries } from '../../ui/sections.tsx'
import { WhenSettled } from '../../ui/when-settled.tsx'
import { HomeDashboard } from './home-dashboard.tsx'
import classes from './home-dashboard-page.module.css'
import { homeDashboard, homeDashboardSkeleton } from './slots.ts'

/** /home/dashboard: what the building spends, what it has, and what comes next. */
export function HomeDashboardPage() {
  const building = useSession()?.building
  const sections = useSectionQueries(homeDashboard)
  return (
    <HomeDashboard eyebrow={building && (building.name ?? building.address)}>
      {building ? (
        // Together: a notice that came later would push the figures down.
        <WhenSettled queries={sections} skeleton={<Sections slot={homeDashboardSkeleton} />}>
          <Sections slot={homeDashboard} />
          <AskBox />
        </WhenSettled>
      ) : (
        <NoBuilding />
      )}
    </HomeDashboard>
  )
}

/** A question about the building; until answers are set up, only a notice. [2.dashboard.7] */
function AskBox() {
  return (
    <form
      className={classes.box}
      onSubmit={(event) => {
        event.preventDefault()
        notify.info(BILLING_MESSAGES.ask)
      }}
    >
      <Title order={2} id="ask" className={classes.title}>
        <IconMessageCircleQuestion size={24} stroke={1.7} aria-hidden />
        Ask about your building
      </Title>
      <div className={classes.row}>
        <TextInput
          aria-labelledby="ask"
          placeholder="Any visit today?"
          maxLength={500}
          autoComplete="off"
          size="lg"
          className={classes.question}
        />
        <Button type="submit" size="lg" className={classes.ask}>
          Ask
        </Button>
      </div>
    </form>
  )
}
