import { type ComponentProps, type ComponentType, createContext, use } from 'react'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string; search?: Record<string, string> | undefined }

const LinkContext = createContext<ComponentType<Props>>(({ to, search, ...anchor }) => (
  <a href={search ? `${to}?${new URLSearchParams(search)}` : to} {...anchor} />
))

/** The router's link, where there is a router. */
export const LinkProvider = LinkContext.Provider

/** A link to another screen of the portal. */
export function Link(props: Props) {
  const RouterLink = use(LinkContext)
  return <RouterLink {...props} />
}
