import { Component, type ReactNode } from 'react';
import { PageFailed } from './PageFailed.tsx';

/** A page whose files all come; else what can be done about it. */
export class Whole extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render = () => (this.state.hasFailed ? <PageFailed /> : this.props.children);
}
