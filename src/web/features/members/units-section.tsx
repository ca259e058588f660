import { Button, Title } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ListPager } from '../../ui/list-pager.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import classes from './captain-members-page.module.css'
import { UnitTable } from './unit-table.tsx'

// Loaded after the page: nobody opens it earlier.
const UnitsDialog = lazyPart(() => import('./units-dialog.tsx'), 'UnitsDialog')

/** The people by unit: searched, paged and downloaded. Product 4.1 */
export function UnitsSection() {
  const { shown, show } = useListAddress('people')
  const units = useQuery(trpc.members.units.queryOptions(shown, { placeholderData: keepPreviousData }))
  const [adding, setAdding] = useState(false)
  const { data } = units
  return (
    <section aria-labelledby="people">
      <div className={classes.head}>
        <div>
          <Title order={2} id="people">
            People by Unit
          </Title>
          {data && <p className={classes.lead}>{countText(data)}</p>}
        </div>
        <Button variant="default" onClick={() => setAdding(true)} aria-haspopup="dialog">
          Add or Change Units
        </Button>
      </div>
      <div className={classes.search}>
        <ListSearch
          label="Search people and units"
          placeholder="Name, e-mail or unit"
          search={shown.search}
          onSearch={(search) => show({ search, page: 1 })}
          found={shown.search !== null && data && !units.isPlaceholderData ? foundText(data) : ''}
        />
      </div>
      {data ? (
        <>
          {data.units.length + data.without.length > 0 ? (
            <UnitTable units={data.units} without={data.without} total={data.weight} />
          ) : (
            <EmptyState icon={<IconBuildingCommunity size={28} stroke={1.6} />}>
              {shown.search === null
                ? 'No unit is known yet. Add the units of your building, so that votes count them.'
                : 'Nobody and no unit matches. Try another word.'}
            </EmptyState>
          )}
          <ListPager
            shown={shown}
            onShow={show}
            total={data.total}
            pageSize={data.page_size}
            isBefore={units.isPlaceholderData}
            label="Pages of units"
          />
          <div className={classes.below}>
            <DownloadLink path="/api/members/members.csv" month={null} filter={{ search: shown.search }} />
          </div>
        </>
      ) : units.isError ? (
        <LoadFailed
          reason={MEMBER_MESSAGES.loadFailed(reasonOf(units.error))}
          onRetry={() => units.refetch()}
          busy={units.isFetching}
        />
      ) : (
        <RowSkeletons count={4} label="Loading the people of your building…" />
      )}
      <Suspense fallback={null}>
        <UnitsDialog opened={adding} onClose={() => setAdding(false)} />
      </Suspense>
    </section>
  )
}

type Counts = {
  known: number
  said: number | null
  people: number
  owners: number
  renters: number
  total: number
}

const counted = (count: number, one: string, more: string) =>
  `${formatNumber(count)} ${count === 1 ? one : more}`

function countText({ known, said, people, owners, renters }: Counts): string {
  const listed =
    said !== null && said > known
      ? `${formatNumber(known)} of ${counted(said, 'unit', 'units')} listed`
      : counted(known, 'unit', 'units')
  return `${listed} · ${counted(people, 'person', 'people')}: ${counted(owners, 'owner', 'owners')}, ${counted(renters, 'renter', 'renters')}`
}

const foundText = ({ total }: Counts) =>
  total === 0 ? 'No unit found' : `${counted(total, 'unit', 'units')} found`
