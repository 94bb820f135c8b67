import { PageSection } from '@patternfly/react-core';
import { useRouteError } from 'react-router';
import { FailedState } from '../ui/FailedState.tsx';
import { useFileFailed } from './file-failed.ts';

/** What browsers say, each in its own words, of a script that they did not get, and the build of a style sheet. */
const isOfFile = (error: unknown) => error instanceof Error && /import|module|preload/i.test(error.message);

/** A page that cannot be drawn, such as one whose files are gone after an update of the server. */
export function PageFailed() {
  const error = useRouteError();
  const fileFailed = useFileFailed();
  const told = isOfFile(error) ? new Error(fileFailed) : (error as Error);
  return (
    <PageSection isFilled>
      <FailedState error={told} onRetry={() => location.reload()} />
    </PageSection>
  );
}
