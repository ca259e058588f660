import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../api.ts'
import { LoginPage } from '../../features/accounts/login-page.tsx'
import { hydrate } from './hydrate.tsx'

const children = (
  <QueryClientProvider client={queryClient}>
    <LoginPage />
  </QueryClientProvider>
)

export const prerenderedLogin = hydrate({ page: 'login', children })
