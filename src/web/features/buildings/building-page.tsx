import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { type ReactNode, Suspense } from 'react'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { formatNumber } from '../../../domain/number.ts'
import { may } from '../../../domain/viewer.ts'
import { closuresText } from '../../../domain/visits/availability.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useKeptOpened } from '../../forms/use-kept-opened.ts'
import { useSession, useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sections, useSectionQueries } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { WhenSettled } from '../../ui/when-settled.tsx'
import classes from './building-page.module.css'
import { belowBuilding } from './slots.ts'

// Loaded when it opens first.
const EditBuildingDialog = lazyPart(() => import('./edit-building.tsx'), 'EditBuildingDialog')

/** Building Management. */
export function BuildingPage() {
  const building = useSession()?.building
  if (!building) {
    return (
      <Page>
        <PageHeader title="Building Management" />
        <NoBuilding />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader
        title="Building Management"
        lead={building.name ?? 'Your building, its documents and its people'}
      />
      <BuildingSections />
    </Page>
  )
}

function BuildingSections() {
  const queries = [useQuery(trpc.buildings.mine.queryOptions()), ...useSectionQueries(belowBuilding)]
  return (
    <WhenSettled queries={queries} skeleton={<RowSkeletons count={6} label="Loading the building…" />}>
      <BuildingDescription />
      <Sections slot={belowBuilding} />
    </WhenSettled>
  )
}

type BuildingFacts = inferOutput<typeof trpc.buildings.mine>

/** What the building is: its address, its units, and how many of them are lived in. [2.building.8] */
function BuildingDescription() {
  const building = useQuery(trpc.buildings.mine.queryOptions())
  const mayEdit = may(useViewer(), 'manage_building')
  const closed = building.data && closuresText(building.data)
  const size = building.data && sizeText(building.data)
  return (
    <section aria-labelledby="description">
      <div className={classes.head}>
        <Title order={2} id="description">
          Building Description
        </Title>
        {mayEdit && building.data && <EditBuilding building={building.data} />}
      </div>
      {building.data ? (
        <>
          <dl className={classes.facts}>
            <Fact label="Address" wide>
              {building.data.address}
              <span className={classes.city}>
                {building.data.city}, {building.data.state} {building.data.zip_code}
              </span>
            </Fact>
            <Fact label="Total Units">{building.data.number_of_units ?? 'N/A'}</Fact>
            <Fact label="Occupied Units">{building.data.occupied_units}</Fact>
          </dl>
          {size && <p className={classes.note}>{size}</p>}
          {closed && <p className={classes.note}>{closed}.</p>}
        </>
      ) : building.isError ? (
        <LoadFailed
          reason={MEMBER_MESSAGES.loadFailed(reasonOf(building.error))}
          onRetry={() => building.refetch()}
          busy={building.isFetching}
        />
      ) : (
        <RowSkeletons count={1} label="Loading the building…" />
      )}
    </section>
  )
}

/** '5 floors, 28,400 square feet', as far as they are known. */
function sizeText({ number_of_floors: floors, square_feet: area }: BuildingFacts): string {
  return [
    floors !== null && (floors === 1 ? '1 floor' : `${formatNumber(floors)} floors`),
    area !== null && `${formatNumber(area)} square feet`,
  ]
    .filter(Boolean)
    .join(', ')
}

function EditBuilding({ building }: { building: BuildingFacts }) {
  const { wanted, open, dialog } = useKeptOpened('editing the building')
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        Edit Building
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <EditBuildingDialog building={building} {...dialog} />
        </Suspense>
      )}
    </>
  )
}

type FactProps = { label: string; wide?: boolean; children: ReactNode }

function Fact({ label, wide, children }: FactProps) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}
