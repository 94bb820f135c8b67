import { Button } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Blocker, useBlocker } from 'react-router';
import { holdUnsaved } from '../browser/unsaved.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const load = async () => (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog;
const ConfirmDialog = lazyDialog([], load);

export interface Guard {
  blocker: Blocker;
  /** Changes are saved or discarded, so the next navigation needs no question. */
  pass: () => void;
}

/** Asks before a navigation discards unsaved changes. */
export function useLeaveGuard(isDirty: boolean): Guard {
  const isPassing = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isPassing.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    isPassing.current = false;
    // The question is there before it is needed, even if the server is away by then.
    load().catch(() => {});
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    const release = holdUnsaved();
    return () => {
      removeEventListener('beforeunload', ask);
      release();
    };
  }, [isDirty]);
  return {
    blocker,
    pass: () => {
      isPassing.current = true;
    },
  };
}

export function LeaveGuard({ guard: { blocker } }: { guard: Guard }) {
  const { t } = useTranslation('console');
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog title={t('leaveTitle')} about={t('leaveBody')} stay={t('stay')} onStay={() => blocker.reset()}>
      <Button variant="danger" onClick={() => blocker.proceed()}>
        {t('leave')}
      </Button>
    </ConfirmDialog>
  );
}
