import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ALL = ['core', 'dates', 'dropzone', 'notifications']

/**
 * Brings each component of the library in with its own style sheet, so that a page loads the styles of what it shows
 * and nothing else. The library marks the place itself: every component has one file of class names, 'X.module.mjs',
 * whose sheet is 'styles/X.layer.css' (its smaller packages have one sheet for all).
 */
export function mantineStyles() {
  let building = true
  return {
    name: 'mantine-styles',
    configResolved({ command }) {
      building = command === 'build'
    },
    transform: {
      filter: { id: [/@mantine\/\w+\/esm\/.*\.module\.mjs$/, /\/src\/web\/main\.tsx$/] },
      handler(code, id) {
        const [, root, component] = /^(.*@mantine\/\w+)\/esm\/.*?(\w+)\.module\.mjs$/.exec(id) ?? []
        if (root) {
          const own = join(root, 'styles', `${component}.layer.css`)
          return withSheets(code, [existsSync(own) ? own : join(root, 'styles.layer.css')])
        }
        // A development server packs the library's files on a way of its own: there it has all sheets at once.
        return building
          ? null
          : withSheets(
              code,
              ALL.map((name) => `@mantine/${name}/styles.layer.css`),
            )
      },
    },
  }
}

function withSheets(code, sheets) {
  const imports = sheets.map((sheet) => `import ${JSON.stringify(sheet)}\n`)
  return { code: imports.join('') + code, map: null }
}
