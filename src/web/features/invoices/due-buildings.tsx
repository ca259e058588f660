import { IconChevronRight, IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FoldedFields } from '../../ui/folded-fields.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './due-buildings.module.css'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import { type OpenedInvoice, placeText } from './invoice-text.ts'

type Props = { onShow: (next: OpenedInvoice) => void }

/** The buildings with something to invoice, and others for an extra, to choose one. Product 3.1 */
export function DueBuildings({ onShow }: Props) {
  const due = useQuery(trpc.invoices.due.queryOptions(undefined, { gcTime: 0, staleTime: 0 }))
  if (due.isPending) return <RowSkeletons label="Loading the finished visits…" />
  if (due.isLoadingError)
    return (
      <LoadFailed
        reason={INVOICE_MESSAGES.dueFailed(reasonOf(due.error))}
        onRetry={() => due.refetch()}
        busy={due.isFetching}
      />
    )
  const { buildings, others } = due.data
  return (
    <>
      {buildings.length === 0 ? (
        <EmptyState icon={<IconFileInvoice size={28} stroke={1.7} />} title="Nothing to invoice">
          Finished visits that are on no invoice can be invoiced. Once you finish one, its building appears
          here.
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label="Buildings with something to invoice">
          {buildings.map((building) => (
            <li key={building.building_id}>
              <DueBuilding building={building} onShow={onShow} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <FoldedFields
          title="Another building"
          text={`For an extra alone: ${others.length === 1 ? '1 building has' : `${formatNumber(others.length)} buildings have`} nothing due.`}
          wrong={false}
        >
          <ul className={classes.list} aria-label="Buildings with nothing due">
            {others.map((building) => (
              <li key={building.building_id}>
                <DueBuilding building={building} onShow={onShow} />
              </li>
            ))}
          </ul>
        </FoldedFields>
      )}
    </>
  )
}

/** What is due there, `amount` in cents. */
type DueAmounts = { visits: number; starts: number; amount: number }
type DueBuildingProps = Props & {
  building: {
    building_id: string
    name: string | null
    address: string
    city: string
  } & Partial<DueAmounts>
}

function DueBuilding({ building, onShow }: DueBuildingProps) {
  const { building_id, name, address, city, visits = 0, starts = 0, amount } = building
  const place = placeText(name, building)
  return (
    <button
      type="button"
      className={classes.building}
      onClick={() => onShow({ step: 'new', building_id, place })}
    >
      <span className={classes.text}>
        <span className={classes.name}>{name ?? address}</span>
        <span className={classes.where}>{name === null ? city : `${address}, ${city}`}</span>
      </span>
      {amount !== undefined && (
        <span className={classes.due}>
          <b>{formatMoney(amount)}</b>
          <span className={classes.where}>{toInvoiceText({ visits, starts })}</span>
        </span>
      )}
      <IconChevronRight size={20} stroke={1.8} aria-hidden className={classes.arrow} />
    </button>
  )
}

/** '3 visits, 1 one-time price' */
function toInvoiceText({ visits, starts }: Pick<DueAmounts, 'visits' | 'starts'>): string {
  const parts = [
    visits > 0 && (visits === 1 ? '1 visit' : `${formatNumber(visits)} visits`),
    starts > 0 && (starts === 1 ? '1 one-time price' : `${starts} one-time prices`),
  ]
  return parts.filter(Boolean).join(', ')
}
