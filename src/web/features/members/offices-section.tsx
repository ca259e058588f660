import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense, useState } from 'react'
import { HOLDER_LABELS, POWER_LABELS } from '../../../domain/members/messages.ts'
import { HOLDERS, type Holder } from '../../../domain/members/office.ts'
import { may, POWERS, type Power } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import classes from './captain-members-page.module.css'

const PowersDialog = lazyPart(() => import('./powers-dialog.tsx'), 'PowersDialog')

type Offices = inferOutput<typeof trpc.members.offices>

/** Who holds an office, and what each may do. Product 4.2 */
export function OfficesSection() {
  const offices = useQuery(trpc.members.offices.queryOptions())
  return (
    <section aria-labelledby="offices">
      <div className={classes.head}>
        <div>
          <Title order={2} id="offices">
            Offices and Powers
          </Title>
          <p className={classes.lead}>What each may do. A change holds from everybody’s next step on.</p>
        </div>
      </div>
      {offices.data ? (
        <ul className={classes.cards}>
          <HolderCard title="HOA Representative" names={[]} powers={POWERS} />
          {HOLDERS.map((holder) => (
            <ChangeableHolder key={holder} holder={holder} offices={offices.data} />
          ))}
        </ul>
      ) : offices.isError ? (
        <LoadFailed
          reason={`The offices could not be loaded. ${reasonOf(offices.error)}`}
          onRetry={() => offices.refetch()}
          busy={offices.isFetching}
        />
      ) : (
        <CardSkeletons label="Loading the offices…" />
      )}
    </section>
  )
}

function ChangeableHolder({ holder, offices: { officers, powers } }: { holder: Holder; offices: Offices }) {
  const changes = may(useViewer(), 'manage_offices')
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  const title = HOLDER_LABELS[holder]
  const names = officers.filter(({ office }) => office === holder).map(({ name }) => name)
  const open = () => {
    setAsked(true)
    setOpened(true)
  }
  return (
    <HolderCard title={title} names={names} powers={powers[holder]} isOffice={holder !== 'resident'}>
      {changes && (
        <div className={classes.foot}>
          <Button
            size="sm"
            variant="default"
            aria-label={`Change powers: ${title}`}
            aria-haspopup="dialog"
            onClick={open}
          >
            Change Powers
          </Button>
        </div>
      )}
      {asked && (
        <Suspense fallback={null}>
          <PowersDialog
            holder={holder}
            powers={powers[holder]}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </HolderCard>
  )
}

type CardProps = {
  title: string
  names: string[]
  powers: readonly Power[]
  isOffice?: boolean
  children?: React.ReactNode
}

function HolderCard({ title, names, powers, isOffice = false, children }: CardProps) {
  return (
    <li className={classes.card}>
      <Title order={3}>{title}</Title>
      {isOffice && <p className={classes.quiet}>{names.length > 0 ? names.join(', ') : 'Nobody yet'}</p>}
      {powers.length > 0 ? (
        <ul className={classes.powers}>
          {powers.map((power) => (
            <li key={power}>{POWER_LABELS[power]}</li>
          ))}
        </ul>
      ) : (
        <p className={classes.quiet}>No powers beyond what everybody sees.</p>
      )}
      {children}
    </li>
  )
}
