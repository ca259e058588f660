import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../api.ts'
import { ResidentDialog } from './resident-sign-up.tsx'
import { VendorDialog } from './vendor-sign-up.tsx'

export type Kind = 'vendor' | 'homeowner'

type Props = {
  open: Kind | null
  onClose: () => void
  /** A resident signed up with this address, and waits for their captain. */
  onWaiting: (email: string) => void
}

/** The dialogs of both kinds of account, and the query client that they need. */
export function SignUpDialogs({ open, onClose, onWaiting }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <VendorDialog opened={open === 'vendor'} onClose={onClose} />
      <ResidentDialog opened={open === 'homeowner'} onClose={onClose} onWaiting={onWaiting} />
    </QueryClientProvider>
  )
}
