import { QueryClientProvider } from '@tanstack/react-query'
import { LoginPage } from '../accounts/login-page.tsx'
import { queryClient } from '../api.ts'
import { wake } from './wake.tsx'

const children = (
  <QueryClientProvider client={queryClient}>
    <LoginPage />
  </QueryClientProvider>
)

export const login = wake({ page: 'login', children })
