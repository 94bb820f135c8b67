import { Component, type ReactNode } from 'react';

interface Props {
  /** The place whose page is shown. Another place is tried anew. */
  at: unknown;
  failed: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  at: unknown;
  error?: { thrown: unknown } | undefined;
}

/** Shows a page, or what stands in its place if it fails to render. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at };

  static getDerivedStateFromError = (thrown: unknown): Partial<State> => ({ error: { thrown } });

  static getDerivedStateFromProps = ({ at }: Props, before: State): Partial<State> | null =>
    at === before.at ? null : { at, error: undefined };

  override render = () => (this.state.error ? this.props.failed(this.state.error.thrown) : this.props.children);
}
