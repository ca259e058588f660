import { type ComponentType, createElement, type FunctionComponent, use } from 'react'
import { retryImport } from './retry-import.ts'

type LazyPart<Props> = FunctionComponent<Props> & { preload: () => Promise<unknown>; exportName: string }

/** A component in a script of its own. Inside a Suspense boundary it loads when first rendered, or earlier by `preload`. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPart<Props> {
  let part: ComponentType<Props> | undefined
  let loading: Promise<unknown> | undefined
  const preload = () => {
    loading ??= retryImport(load).then((module) => {
      part = module[name]
    })
    return loading
  }
  function LazyPart(props: Props) {
    if (!part) use(preload())
    return part && createElement(part, props)
  }
  return Object.assign(LazyPart, { preload, exportName: name })
}
