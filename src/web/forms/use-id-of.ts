import { useKeptState } from './use-draft.ts'

/** An id for a content: the same one until it was sent, as after a lost response and a reload. */
export function useIdOf(name: string) {
  const [last, keep] = useKeptState<{ content: string; id: string }>(`${name} id`, { stays: true })
  return {
    idOf(content: string): string {
      if (last?.content === content) return last.id
      const id = crypto.randomUUID()
      keep({ content, id })
      return id
    },
    forget: () => keep(undefined),
  }
}
