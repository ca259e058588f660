import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { type CSSProperties, useDeferredValue, useState } from 'react'
import type { trpc } from '../../api.ts'
import classes from './service-type-list.module.css'

export type ServiceType = inferOutput<typeof trpc.services.available>[number]

const SEARCH_FROM = 11
/** The rows render just after the dialog, so it opens sooner. */
const AT_FIRST: ServiceType[] = []

type Props = { types: ServiceType[]; onChoose: (type: ServiceType) => void }

/** The types that a building can add, by name; with a search field when they are many. */
export function ServiceTypeList({ types, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const found = types.filter((type) => matches(type, typed))
  const rendered = useDeferredValue(found, AT_FIRST)

  if (types.length === 0) {
    return <p className={classes.none}>Your building already has every service that is offered here.</p>
  }
  return (
    <>
      {types.length >= SEARCH_FROM && (
        <TextInput
          type="search"
          label="Search services"
          placeholder="Snow, plumbing, cleaning…"
          leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          mb="md"
        />
      )}
      <VisuallyHidden role="status">
        {found.length === 1 ? '1 service' : `${found.length} services`}
      </VisuallyHidden>
      <div className={classes.place} style={{ '--rows': types.length } as CSSProperties}>
        {found.length === 0 ? (
          <p className={classes.none}>
            No service matches “{typed.trim()}”. Try another word. Services that you have already are not
            listed.
          </p>
        ) : (
          <ul className={classes.list}>
            {rendered.map((type) => (
              <li key={type.id}>
                <TypeButton type={type} onClick={() => onChoose(type)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function TypeButton({ type, onClick }: { type: ServiceType; onClick: () => void }) {
  return (
    <button type="button" className={classes.type} onClick={onClick}>
      <span className={classes.text}>
        <span className={classes.name}>{type.name}</span>
        <span className={classes.description}>{type.description ?? type.category}</span>
      </span>
      <IconChevronRight size={20} stroke={1.8} aria-hidden className={classes.arrow} />
    </button>
  )
}

/** True when every word typed occurs in the type's name, category or description. */
export function matches({ name, category, description }: ServiceType, typed: string): boolean {
  const text = `${name} ${category} ${description ?? ''}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
