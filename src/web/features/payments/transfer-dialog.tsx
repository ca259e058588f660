import '../../ui/part-styles.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../../domain/money.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { SupportLink } from '../../ui/support-link.tsx'
import type { PayFeeProps } from '../billing/slots.ts'
import classes from './transfer-dialog.module.css'

type Props = { fee: NonNullable<PayFeeProps['fee']>; opened: boolean; onClose: () => void }

/** How to pay a fee by transfer, with the reference by which it is found. Product 3.3 */
export function TransferDialog({ fee, opened, onClose }: Props) {
  const ways = useQuery(trpc.payments.ways.queryOptions({ fee_id: fee.id }))
  return (
    <FormDialog opened={opened} onClose={onClose} title="Pay by Transfer" lead={PAYMENT_MESSAGES.byTransfer}>
      {ways.data ? (
        <dl className={classes.facts}>
          <dt>Amount</dt>
          <dd className={classes.figure}>{formatMoney(fee.open)}</dd>
          <dt>Reference</dt>
          <dd className={classes.figure}>{ways.data.reference}</dd>
          <dt>To</dt>
          <dd className={classes.details}>
            {ways.data.transfer ?? (
              <>
                {PAYMENT_MESSAGES.noDetails} Please <SupportLink>contact support</SupportLink>.
              </>
            )}
          </dd>
        </dl>
      ) : ways.isError ? (
        <LoadFailed
          reason={`How to pay could not be loaded. ${reasonOf(ways.error)}`}
          onRetry={() => ways.refetch()}
          busy={ways.isFetching}
        />
      ) : (
        <RowSkeletons count={1} label="Loading how to pay…" />
      )}
      <p className={classes.hint}>{PAYMENT_MESSAGES.recordedLater}</p>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </FormDialog>
  )
}
