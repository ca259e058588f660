import { existsSync } from 'node:fs'
import { run } from './install.mjs'

/** Installs Debian packages on Debian as root; elsewhere returns false. */
export async function installDebians(names, purpose) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  process.stdout.write(`Installing ${names.join(', ')} for ${purpose} (apt-get).\n`)
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet)
  return true
}
