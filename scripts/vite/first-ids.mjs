const ANOTHER = 'setUuid(randomId())'

const ONCE = `import { useId as useReactId } from 'react'
export function useId(own) {
  const id = 'mantine-' + useReactId()
  return typeof own === 'string' ? own : id
}
`

/**
 * A field or dialog of the library keeps the id that React gives it when it is first drawn. The library draws it a second
 * time at once, with another: the screen with its fields is shown only after both.
 */
export function firstIds() {
  let done = false
  return {
    name: 'first-ids',
    apply: 'build',
    transform: {
      filter: { id: /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
      handler(code) {
        done = code.includes(ANOTHER)
        return done ? { code: ONCE, map: null } : null
      },
    },
    buildEnd(error) {
      if (!error && !done)
        this.error('The library gives its ids in another way than it did: is this still needed?')
    },
  }
}
