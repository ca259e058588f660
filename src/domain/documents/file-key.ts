/** Where an uploaded file is kept: `<folder>/<file id>-<milliseconds>.<extension>`. Its address is the same with a / before it. */
export function fileKey<Extension extends string>(
  folder: string,
  { id, milliseconds, extension }: { id: string; milliseconds: number; extension: Extension },
): string {
  return `${folder}/${id}-${milliseconds}.${extension}`
}

/** Whether fileKey makes this key, for a folder and its extensions. */
export function isFileKey(folder: string, extensions: readonly string[], key: string): boolean {
  const name = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\\d{12,}'
  return new RegExp(`^${folder}/${name}\\.(?:${extensions.join('|')})$`).test(key)
}
