import { rmSync } from 'node:fs'

/** The server stops after this, so its last writes may stay in the system's temporary folder. */
export default function removeData(): void {
  const folder = process.env.JOURNEY_DATA
  if (folder) process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
