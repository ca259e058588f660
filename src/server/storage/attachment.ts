import type { ViewerIn } from '../../domain/viewer.ts'
import type { Tx } from '../db/pool.ts'
import type { DB } from '../db/schema.ts'
import type { SignedIn } from '../rpc/procedure.ts'

/** One file type that a kind of attachment accepts. */
export type FileType = {
  mime: string
  /** The types that `file-type` may find in the content. */
  content: readonly string[]
  /** Browsers show it themselves; other types are downloaded. */
  shown: boolean
}

type FileName<Extension extends string = string> = { name: string; extension: Extension }
type NewFile<Extension extends string = string> = FileName<Extension> & {
  key: string
  size: number
  mime: string
}

/** What the upload's address says behind its question mark. */
export type Query = Readonly<Record<string, string>>

type KeptInTable<Columns> = {
  [Table in keyof Columns]: {
    table: Table
    column: keyof Columns[Table] & string
    prefix?: string
    size?: keyof Columns[Table] & string
  }
}[keyof Columns]

type SeenBy = {
  audiences: readonly [SignedIn, ...SignedIn[]]
} & (
  | {
      /** By anybody with a signed link, without a session. A procedure makes it (`linkTo`). */
      by: 'link'
    }
  | {
      /** At `<path>/<name>`, where `<name>` is the rest of a key that starts with this folder. */
      by: 'session'
      path: `/${string}`
      /** False: everyone in these audiences sees every file, even one whose row the row rules hide. */
      rowRules: boolean
    }
)

/** What `save` returns: the response, and the key of a file that the new one replaces. */
export type Saved<Answer> = { answer: Answer; replaced?: string | null }

/**
 * A kind of file that people can add. The upload and download routes, orphan removal, backup, check and the access
 * matrix are all made from this entry.
 */
export type Attachment<
  Adder extends SignedIn = SignedIn,
  Extension extends string = string,
  Answer extends object = object,
> = {
  name: string
  /** POST adds a file, its body; DELETE removes it, if there is `remove`. */
  path: `/api/${string}`
  /** Who may add and remove. */
  addedBy: readonly [Adder, ...Adder[]]
  seenBy: SeenBy
  /** A browser keeps none of it: it names what a shared computer must not. */
  unkept?: true
  /** The building whose quota counts the file. Its table has the trigger that counts (database/migrations/020_storage.sql). */
  buildingOf?(viewer: ViewerIn<Adder>): string | undefined
  /** The company whose quota counts it; likewise (068_vendor_space.sql). */
  vendorOf?(viewer: ViewerIn<Adder>): string | undefined
  /** In bytes. */
  maxSize: number
  /** By extension. */
  types: Readonly<Record<Extension, FileType>>
  /** Replace the general messages about a refused size or type. */
  messages?: { tooLarge: string; wrongType: string }
  /** The status of the response to a new file. */
  status: 200 | 201
  /** Its pictures are stored upright, at most this many pixels long, as JPEG, without what the camera wrote about place and device; `?small` asks for one of `small` pixels. A person may send so many `perHour`, since a large one takes seconds. */
  redrawn?: { side: number; small?: number; perHour: number }
  /** The file's own name, checked. Without this, the content alone decides the type. */
  nameOf?(query: Query): FileName<Extension>
  /** A key of its own for each millisecond. */
  keyOf(viewer: ViewerIn<Adder>, file: FileName<Extension>, milliseconds: number, query?: Query): string
  /** Whether `keyOf` could have made this key. Orphan removal leaves all other files alone. */
  isKey(key: string): boolean
  /** The column that names each file's key, after `prefix`. */
  keptIn: KeptInTable<DB>
  /** False for files that can be made again. `check` doesn't look for them. */
  backedUp: boolean
  /** Throws for a file that `save` would refuse whatever it holds: before it is read. */
  check?(tx: Tx, viewer: ViewerIn<Adder>, query: Query, now: Date): Promise<void>
  /** Writes the row and its event. The file is stored already; it is removed if this throws. */
  save(
    tx: Tx,
    viewer: ViewerIn<Adder>,
    file: NewFile<Extension>,
    query: Query,
    now: Date,
  ): Promise<Saved<Answer>>
  remove?(tx: Tx, viewer: ViewerIn<Adder>, query: Query): Promise<Saved<object>>
}

export const isRedrawable = ({ mime }: FileType) => mime.startsWith('image/')

export function extensionOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}

/** The file type of a key's extension. */
export function typeOf({ types }: Pick<Attachment, 'types'>, key: string): FileType | undefined {
  const extension = extensionOf(key)
  return Object.hasOwn(types, extension) ? types[extension] : undefined
}
