import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FULL } from './faults/drill.ts'

export type Disk = NonNullable<ReturnType<typeof mountDisk>>

/** A real disk of so many megabytes; undefined when this user can't mount one, as in some containers even root. */
export function mountDisk(megabytes: number) {
  if (process.getuid?.() !== 0) return undefined
  const path = mkdtempSync(join(tmpdir(), 'stoop-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
  if (status !== 0) {
    rmSync(path, { recursive: true })
    return undefined
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    /** Leaves no free block, or so many megabytes. */
    fill(spare = 0): void {
      const file = openSync(ballast, 'a')
      const least = spare * 1024 * 1024
      const isFull = () => statfsSync(path).bavail * statfsSync(path).bsize <= least
      for (let size = 1024 * 1024; size >= 1024 && !(spare > 0 && isFull()); ) {
        try {
          writeSync(file, Buffer.alloc(size))
        } catch {
          size /= 2
        }
      }
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    setReadOnly(): void {
      spawnSync('mount', ['-o', 'remount,ro', path])
    },
    unmount(): void {
      spawnSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true })
    },
  }
}

/** In the full form a machine that mounts no disk fails: the tests that need these would be left out in silence. */
export function expectMounted(...disks: (Disk | undefined)[]): void {
  if (!FULL) return
  test('the disks that other tests of this file need are mounted', () => {
    expect(disks, 'No disk could be mounted: run the drills as root, where mount is allowed').not.toContain(
      undefined,
    )
  })
}
