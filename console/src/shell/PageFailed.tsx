import { PageSection } from '@patternfly/react-core';
import { useRouteError } from 'react-router';
import { FailedState } from '../ui/FailedState.tsx';

/** A page that cannot be drawn, such as one whose files are gone after an update of the server. */
export function PageFailed() {
  const error = useRouteError();
  return (
    <PageSection>
      <FailedState error={error as Error} onRetry={() => location.reload()} />
    </PageSection>
  );
}
