import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'
import type { AppRouter } from '../src/server/app.ts'

/** The Cookie header for these cookies. */
export const cookieHeader = (jar: Map<string, string>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

export type Client = TRPCClient<AppRouter>

/**
 * A client over real HTTP, with one call for each request and a cookie jar that servers can share. With `address` it
 * calls from there, for a portal that trusts its proxy.
 */
export function createClient(origin: string, jar = new Map<string, string>(), address?: string): Client {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/api/trpc`,
        fetch: async (url, init) => {
          const headers = new Headers(init?.headers)
          headers.set('cookie', cookieHeader(jar))
          if (address) headers.set('x-forwarded-for', address)
          const response = await fetch(url, { ...init, headers, body: init?.body as string | undefined })
          for (const line of response.headers.getSetCookie()) {
            const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
            if (value === '') jar.delete(name)
            else jar.set(name, value)
          }
          return response
        },
      }),
    ],
  })
}

let count = 0

/** Signs up a resident at an address: the captain when the building is new. */
export function signUpResident(client: Client, at: { address: string; city?: string; zip_code?: string }) {
  count += 1
  return client.accounts.signUpResident.mutate({
    first_name: 'Resident',
    last_name: `Number ${count}`,
    email: `resident${count}@example.com`,
    password: 'a good password',
    address: at.address,
    city: at.city ?? 'Seattle',
    state: 'WA',
    zip_code: at.zip_code ?? '98101',
    number_of_units: 12,
  })
}

/** Signs up a vendor of these service types. */
export function signUpVendor(client: Client, service_type_ids: string[]) {
  count += 1
  return client.accounts.signUpVendor.mutate({
    first_name: 'Vendor',
    last_name: `Number ${count}`,
    company_name: `Company ${count}`,
    email: `vendor${count}@example.com`,
    phone: '(206) 555-0100',
    password: 'a good password',
    address: '1 Pike St',
    city: 'Seattle',
    state: 'WA',
    zip_code: '98101',
    service_type_ids,
  })
}

/** The code of a domain error, or 'ok', to compare the two sides of a race. */
export function outcome(settled: PromiseSettledResult<unknown>): string {
  if (settled.status === 'fulfilled') return 'ok'
  const { data, message } = settled.reason as { data?: { refusal?: string }; message: string }
  return data?.refusal ?? message
}
