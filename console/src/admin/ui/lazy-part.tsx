import { Button } from '@patternfly/react-core';
import { type ComponentType, lazy } from 'react';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { useTranslation } from '../words/use-translation.ts';
import { Alert } from './Alert.tsx';
import { useFileFailed } from './use-file-failed.ts';

/** Replaces a part that failed to load. The rest of the page stays, and the browser asks before typed values are lost. */
function PartFailed() {
  const { t } = useTranslation('console');
  const reload = (
    <Button variant="link" isInline onClick={() => location.reload()}>
      {t('reload')}
    </Button>
  );
  return <Alert isInline isLiveRegion variant="danger" title={useFileFailed()} actionLinks={reload} />;
}

/** A part of a page that loads on first use. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetry(load).catch((): ComponentType<Props> => PartFailed) }));
