import { type FetchQueryOptions, useQueries } from '@tanstack/react-query'
import type { TRPCQueryKey } from '@trpc/tanstack-react-query'
import { createContext, type FunctionComponent, use, useEffect } from 'react'

/** A query that a screen or a section needs first. */
export type ScreenQuery = Pick<
  FetchQueryOptions<unknown, unknown, unknown, TRPCQueryKey>,
  'queryKey' | 'queryFn'
>

/** A component. If it has a script of its own: a way to load it early, and the name under which it exports the component. */
export type Part<Props> = FunctionComponent<Props> & { preload?: () => Promise<unknown>; exportName?: string }

/**
 * A place that other features fill. On the screen at an address its sections load together with the screen; in a dialog, which
 * has no address, once the dialog is there (`usePreloadedSections`).
 */
export type Slot<Props> = { screen?: `/${string}`; gives?: Props }

/** What a feature adds to a slot. Made by `section`, so that the component takes what the slot gives. */
export type Section = {
  slot: Slot<object>
  component: Part<never>
  /** The lowest comes first. */
  order: number
  /** What it shows first. */
  queries?: (search: string) => readonly ScreenQuery[]
}

export function section<Props extends object>(
  slot: Slot<Props>,
  component: Part<Props>,
  about: Pick<Section, 'order' | 'queries'>,
): Section {
  return { slot, component, ...about }
}

const AllSections = createContext<readonly Section[]>([])

/** Gives every feature's sections to the screens inside. */
export const SectionsProvider = AllSections.Provider

function useSections(slot: Slot<object>): Section[] {
  return use(AllSections)
    .filter((each) => each.slot === slot)
    .sort((one, other) => one.order - other.order)
}

type SectionsProps<Props> = { slot: Slot<Props> } & (object extends Props
  ? { props?: Props }
  : { props: Props })

/** The sections of a slot, in order. Each gets `props`. */
export function Sections<Props extends object>({ slot, props }: SectionsProps<Props>) {
  return useSections(slot).map(({ component, order }) => {
    const Part = component as Part<object>
    return <Part key={order} {...props} />
  })
}

/** Loads the sections of a dialog's slots before they are wanted. */
export function usePreloadedSections(slots: readonly Slot<object>[]): void {
  const all = use(AllSections)
  useEffect(() => {
    for (const { slot, component } of all) if (slots.some((each) => each === slot)) void component.preload?.()
  }, [all, slots])
}

/** The first queries of a slot's sections, for a screen that waits for all of them so that nothing moves. */
export function useSectionQueries(slot: Slot<object>): { isPending: boolean }[] {
  const queries = useSections(slot).flatMap((each) => each.queries?.('') ?? [])
  return useQueries({ queries })
}
