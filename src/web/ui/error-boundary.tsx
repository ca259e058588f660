import { Component, type ReactNode } from 'react'
import { PageFailed } from './page-failed.tsx'

type Props = { children: ReactNode }

/** Where no router catches what breaks a page. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <PageFailed /> : this.props.children
  }
}
