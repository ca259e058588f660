import { Component, type ReactNode } from 'react'
import { PageFailed } from './page-failed.tsx'

type Props = { children: ReactNode }

/** For pages outside the router. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <PageFailed /> : this.props.children
  }
}
