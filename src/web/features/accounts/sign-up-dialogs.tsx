import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../api.ts'
import { ResidentDialog } from './resident-sign-up.tsx'
import { VendorDialog } from './vendor-sign-up.tsx'

export type Kind = 'vendor' | 'homeowner'

/** The dialogs of both kinds of account, and the query client that they need. */
export function SignUpDialogs({ open, onClose }: { open: Kind | null; onClose: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <VendorDialog opened={open === 'vendor'} onClose={onClose} />
      <ResidentDialog opened={open === 'homeowner'} onClose={onClose} />
    </QueryClientProvider>
  )
}
