import { Button } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { type Blocker, useBlocker } from 'react-router-dom';
import { holdUnsaved } from '../browser/unsaved.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useTranslation } from '../words/use-translation.ts';

const load = async () => (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog;
const ConfirmDialog = lazyDialog([], load);

export interface Guard {
  /** A step away that waits for the user. */
  held: (Blocker & { state: 'blocked' }) | undefined;
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
    held: blocker.state === 'blocked' ? blocker : undefined,
    pass: () => {
      isPassing.current = true;
    },
  };
}

export function LeaveGuard({ guard: { held } }: { guard: Guard }) {
  const { t } = useTranslation('console');
  if (!held) return null;
  return (
    <ConfirmDialog title={t('leaveTitle')} about={t('leaveBody')} stay={t('stay')} onStay={held.reset}>
      <Button variant="danger" onClick={held.proceed}>
        {t('leave')}
      </Button>
    </ConfirmDialog>
  );
}
