const BARREL = /import\s*\{([^}]*)\}\s*from\s*["']@tabler\/icons-react["'];?/g

/** Imports each icon from its own file: through the package's one list, every build would read all six thousand. */
export function singleIcons() {
  return {
    name: 'single-icons',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/web\//, code: /@tabler\/icons-react/ },
      handler: (code) => ({
        code: code.replace(BARREL, (_, names) => names.split(',').map(importOf).join('')),
        map: null,
      }),
    },
  }
}

function importOf(specifier) {
  const [name, local = name] = specifier.trim().split(/\s+as\s+/)
  return name === '' ? '' : `import ${local} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`
}
