import { type ComponentProps, type ComponentType, createContext, use } from 'react'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string }

const LinkContext = createContext<ComponentType<Props>>(({ to, ...anchor }) => <a href={to} {...anchor} />)

/** The router's link, where there is a router. */
export const LinkProvider = LinkContext.Provider

/** A link to another screen of the portal. */
export function Link(props: Props) {
  const RouterLink = use(LinkContext)
  return <RouterLink {...props} />
}
