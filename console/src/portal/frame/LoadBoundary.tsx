import { Component, type ReactNode } from 'react';
import { PageFailed } from './PageFailed.tsx';

/** Shows the page, or `PageFailed` if a file does not load. */
export class LoadBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render = () => (this.state.hasFailed ? <PageFailed /> : this.props.children);
}
