import { Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CASTER_LABELS, choiceLabel } from '../../../domain/votes/vote-words.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { ListPager } from '../../ui/list-pager.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import type { ShownVote } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

/** The roll: which units have voted; of an open vote that is over, how. Product 4.4 */
export function RollPart({ vote }: { vote: ShownVote }) {
  const { shown, show } = useListAddress('roll')
  const roll = useQuery(
    trpc.votes.roll.queryOptions({ id: vote.id, ...shown }, { placeholderData: keepPreviousData }),
  )
  const showsChoices = vote.result !== null && !vote.is_secret
  const isLong = shown.search !== null || (roll.data !== undefined && roll.data.total > roll.data.page_size)
  return (
    <section className={classes.section} aria-labelledby="roll">
      <Title order={2} id="roll">
        {showsChoices ? 'How each unit voted' : 'Units on the roll'}
      </Title>
      {isLong && (
        <div className={classes.search}>
          <ListSearch
            label="Search units"
            placeholder="Unit"
            search={shown.search}
            onSearch={(search) => show({ page: 1, search })}
            found={shown.search !== null && roll.data ? `${roll.data.total} found` : ''}
          />
        </div>
      )}
      {roll.data ? (
        <>
          <CardsTable
            labelledBy="roll"
            columns={['Unit', 'Counts', 'Voted', ...(showsChoices ? ['Ballot'] : [])]}
            actions={false}
          >
            {roll.data.units.map((unit) => (
              <tr key={unit.unit_id} className={cards.row}>
                <th scope="row" className={cards.name}>
                  {unit.number}
                </th>
                <td data-label="Counts" className={`${cards.cell} ${cards.short}`}>
                  {unit.weight}
                </td>
                <td data-label="Voted" className={`${cards.cell} ${cards.short}`}>
                  {votedText(unit.voted_as)}
                </td>
                {showsChoices && (
                  <td data-label="Ballot" className={cards.cell}>
                    {unit.choice === null ? '–' : choiceLabel(unit.choice, vote.options)}
                  </td>
                )}
              </tr>
            ))}
          </CardsTable>
          <ListPager
            shown={shown}
            onShow={show}
            total={roll.data.total}
            pageSize={roll.data.page_size}
            isBefore={roll.isPlaceholderData}
            label="Pages of the roll"
          />
        </>
      ) : roll.isError ? (
        <LoadFailed
          reason={VOTE_MESSAGES.loadFailed(reasonOf(roll.error))}
          onRetry={() => roll.refetch()}
          busy={roll.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading the roll…" />
      )}
    </section>
  )
}

function votedText(voted_as: 'owner' | 'proxy' | 'paper' | 'secret' | null): string {
  if (voted_as === null) return 'No'
  return voted_as === 'secret' ? 'Yes' : `Yes, ${CASTER_LABELS[voted_as].toLowerCase()}`
}
