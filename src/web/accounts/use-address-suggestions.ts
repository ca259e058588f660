import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { addressLine, SUGGEST_FROM } from '../../domain/buildings/address.ts'
import { queryClient, trpc } from '../api.ts'
import { settings } from '../settings.ts'
import type { Suggestion } from './maps.ts'

const TYPING_MS = 250
const PATIENCE_MS = 4000

type Source = (typed: string) => Promise<Suggestion[]>

/** The buildings that the portal knows. */
const known: Source = async (typed) => {
  const found = await queryClient.fetchQuery(trpc.buildings.suggest.queryOptions({ address: typed }))
  return found.map((address) => ({ line: addressLine(address), address: async () => address }))
}

/**
 * Addresses to choose from while one is typed: the maps service's where its key is set, the known buildings' without one
 * and when the service fails. Nothing is said of a failure: the field is a plain one then.
 */
export function useAddressSuggestions() {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const maps = useRef<Promise<Source>>(undefined)
  const asked = useRef(0)

  /** To be called when the field gets the focus: only then the maps service's script is fetched. */
  function prepare(): void {
    const key = settings.maps_key
    if (key === null || maps.current) return
    maps.current = import('./maps.ts').then(({ openMaps }) => openMaps(key))
    maps.current.catch(() => undefined) // told to whoever asks it
  }

  async function find(typed: string): Promise<Suggestion[]> {
    try {
      if (maps.current) return await inTime(maps.current.then((source) => source(typed)))
    } catch {
      maps.current = Promise.resolve(known)
    }
    return known(typed).catch(() => [])
  }

  const search = useDebouncedCallback(async (typed: string, turn: number) => {
    const found = await find(typed)
    if (turn === asked.current) setSuggestions(found)
  }, TYPING_MS)

  /** To be called for what is in the field now. */
  function ask(typed: string): void {
    asked.current += 1
    if (typed.trim().length < SUGGEST_FROM) setSuggestions([])
    else search(typed.trim(), asked.current)
  }

  /** One was chosen: no answer that is still on its way may show others. */
  function close(): void {
    asked.current += 1
    setSuggestions([])
  }

  return { suggestions, prepare, ask, close }
}

/** A service that does not answer has failed, too. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too late')), PATIENCE_MS))
  return Promise.race([answer, late])
}
