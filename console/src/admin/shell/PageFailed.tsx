import { PageSection } from '@patternfly/react-core';
import { FailedState } from '../ui/FailedState.tsx';
import { useFileFailed } from '../ui/use-file-failed.ts';

/** The messages of browsers for a script that failed to load, and of the build for a style sheet. */
const isOfFile = (error: unknown) => error instanceof Error && /import|module|preload/i.test(error.message);

/** Replaces a page that fails to render, for instance because an update of the server removed its files. */
export function PageFailed({ error }: { error: unknown }) {
  const fileFailed = useFileFailed();
  const told = isOfFile(error) ? new Error(fileFailed) : (error as Error);
  return (
    <PageSection isFilled>
      <FailedState error={told} onRetry={() => location.reload()} />
    </PageSection>
  );
}
