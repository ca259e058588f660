const SECOND = 'setUuid(randomId())'

/**
 * A field or dialog of the library keeps the id that React gives it at its first drawing. The library itself draws each a
 * second time with another id, for the Reacts that gave none: all of a new screen is drawn once more before it is seen.
 */
export function firstIds() {
  return {
    name: 'first-ids',
    apply: 'build',
    transform: {
      filter: { id: /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
      handler(code) {
        if (!code.includes(SECOND))
          throw new Error('The library gives its ids in another way now: is this needed?')
        return { code: code.replace(SECOND, ''), map: null }
      },
    },
  }
}
