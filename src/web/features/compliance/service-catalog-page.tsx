import { Checkbox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import {
  COMPLIANCE_KINDS,
  COMPLIANCE_LABELS,
  COMPLIANCE_NOUNS,
  type ComplianceKind,
} from '../../../domain/compliance/kind.ts'
import { COMPLIANCE_MESSAGES } from '../../../domain/compliance/messages.ts'
import { formatNumber } from '../../../domain/number.ts'
import { queryClient, trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'

/** Service Catalog: which documents each service type requires. [2.placeholder.admin-services] Product 2.6 */
export function ServiceCatalogPage() {
  const types = useQuery(trpc.compliance.requirements.queryOptions())
  return (
    <Page>
      <PageHeader title="Service Catalog" lead="The service types buildings can ask for." />
      <Panel
        id="requirements"
        title="Required Documents"
        lead="Without them a quote can’t be accepted and a visit can’t be checked in. A change counts at once, also for visits that are booked."
      >
        {types.data ? (
          <CardsTable
            labelledBy="requirements"
            columns={['Service', 'Vendors', ...COMPLIANCE_KINDS.map((kind) => COMPLIANCE_LABELS[kind])]}
            actions={false}
          >
            {types.data.map((type) => (
              <TypeRow key={type.id} type={type} />
            ))}
          </CardsTable>
        ) : types.isError ? (
          <LoadFailed
            reason={COMPLIANCE_MESSAGES.typesFailed(reasonOf(types.error))}
            onRetry={() => types.refetch()}
            busy={types.isFetching}
          />
        ) : (
          <RowSkeletons count={8} label="Loading the services…" />
        )}
      </Panel>
    </Page>
  )
}

type RequiringType = inferOutput<typeof trpc.compliance.requirements>[number]

function TypeRow({ type }: { type: RequiringType }) {
  const { id, name, category, vendors, kinds } = type
  const { mutateAsync } = useMutation(trpc.compliance.setRequirement.mutationOptions())
  const { busy, run } = useSingleFlight()

  /** Whether the admin agrees to what it would mean. */
  async function isAgreed(kind: ComplianceKind): Promise<boolean> {
    const effect = await queryClient.fetchQuery(
      trpc.compliance.effect.queryOptions({ service_type_id: id, kind }, { staleTime: 0 }),
    )
    if (effect.vendors === 0 && effect.visits === 0) return true
    return confirm({
      title: `Require ${COMPLIANCE_NOUNS[kind]}`,
      question: COMPLIANCE_MESSAGES.confirmRequire({ ...effect, service: name }),
      action: 'Require',
      danger: true,
    })
  }

  const choose = ({ kind }: RequiringType['kinds'][number], required: boolean) =>
    run(async () => {
      try {
        if (required && !(await isAgreed(kind))) return
        await mutateAsync({ service_type_id: id, kind, required })
        const said = required ? COMPLIANCE_MESSAGES.required : COMPLIANCE_MESSAGES.notRequired
        notify.success(said(COMPLIANCE_NOUNS[kind], name))
      } catch (error) {
        notify.error(COMPLIANCE_MESSAGES.requireFailed(reasonOf(error)))
      }
      await refreshAfter('requirements_changed')
    })

  return (
    <tr className={cards.row}>
      <th scope="row" className={cards.name}>
        {name}
        <p className={cards.aside}>{category}</p>
      </th>
      <td data-label="Vendors" className={`${cards.cell} ${cards.short}`}>
        {formatNumber(vendors)}
      </td>
      {kinds.map((each) => (
        <td key={each.kind} data-label={COMPLIANCE_LABELS[each.kind]} className={cards.cell}>
          <Checkbox
            checked={each.required}
            disabled={busy}
            label={vendors > 0 && `${formatNumber(each.holding)} of ${formatNumber(vendors)} hold one`}
            aria-label={`${COMPLIANCE_LABELS[each.kind]} for ${name}: ${each.holding} of ${vendors} vendors hold one`}
            onChange={({ currentTarget }) => void choose(each, currentTarget.checked)}
          />
        </td>
      ))}
    </tr>
  )
}
