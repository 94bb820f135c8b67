import { Button } from '@patternfly/react-core';
import { type ComponentType, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { arrive } from '../http/arrive.ts';
import { Alert } from '../ui/Alert.tsx';
import { useFileFailed } from './file-failed.ts';

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
export const part = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await arrive(load).catch((): ComponentType<Props> => PartFailed) }));
