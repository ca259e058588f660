import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './building-description.module.css'

/** What the building is: its address, its units, and how many of them are lived in. [2.building.8] */
export function BuildingDescription() {
  const building = useQuery(trpc.buildings.mine.queryOptions())
  return (
    <section aria-labelledby="description">
      <Title order={2} id="description" className={classes.title}>
        Building Description
      </Title>
      {building.data ? (
        <dl className={classes.facts}>
          <Fact label="Address" wide>
            {building.data.address}
            <span className={classes.place}>
              {building.data.city}, {building.data.state} {building.data.zip_code}
            </span>
          </Fact>
          <Fact label="Total Units">{building.data.number_of_units ?? 'N/A'}</Fact>
          <Fact label="Occupied Units">{building.data.occupied_units}</Fact>
        </dl>
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

type FactProps = { label: string; wide?: boolean; children: React.ReactNode }

function Fact({ label, wide, children }: FactProps) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}
