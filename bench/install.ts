import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Installs packages into a folder when the bench runs, so measuring tools are no dependencies of the portal. */
export function installed(folder: string, packages: Record<string, string>): string {
  if (!Object.keys(packages).every((name) => existsSync(join(folder, 'node_modules', name)))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`Not installed: ${Object.keys(packages).join(', ')}`)
  }
  return folder
}
