import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api.ts'
import { ResidentDialog } from './resident-dialog.tsx'
import { VendorDialog } from './vendor-dialog.tsx'

export type Kind = 'vendor' | 'homeowner'

/** The two dialogs of the chooser, with what they need to ask and send. */
export function SignUpDialogs({ open, onClose }: { open: Kind | null; onClose: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <VendorDialog opened={open === 'vendor'} onClose={onClose} />
      <ResidentDialog opened={open === 'homeowner'} onClose={onClose} />
    </QueryClientProvider>
  )
}
