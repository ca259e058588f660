import { rmSync } from 'node:fs'

/** The server is stopped after this, so what it still writes may stay behind in the system's temporary folder. */
export default function removeData(): void {
  const folder = process.env.JOURNEY_DATA
  if (folder) process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
