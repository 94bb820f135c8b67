import type { Row } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { hasText } from '../../../words/translate.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import type { Asked } from './ActionDialog.tsx';
import { ActionDialog } from './action-dialog.ts';
import { idOf, useCare, whomOf } from './standing.ts';
import type { useSignInState } from './use-sign-in-state.ts';

const PasswordDialog = lazyDialog([], async () => (await import('../password/PasswordDialog.tsx')).PasswordDialog);
const SendLink = lazyDialog([], async () => (await import('../password/SendLink.tsx')).SendLink);
const ResetFactors = lazyDialog([], async () => (await import('../security/ResetFactors.tsx')).ResetFactors);

interface Props {
  user: Row;
  state: ReturnType<typeof useSignInState>;
  refreshed: () => Promise<void>;
}

/** What an administrator does for a user who cannot sign in, or who must not. */
export function Actions({ user, state: { lock, linkRefused }, refreshed }: Props) {
  const { t } = useTranslation('dossier');
  const whom = whomOf(user);
  const { isSelf } = useCare(user);
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState<'password' | 'link' | 'factors'>();
  const close = () => {
    setOpen(undefined);
    void refreshed();
  };
  const named = { name: whom.name };
  const block = (isForbidden: boolean) => () =>
    call('update-user', { query: { id: idOf(whom) }, body: { isForbidden } });
  const asking =
    (key: string, run: Asked['run'], isGrave = false) =>
    () =>
      setAsked({ key, named, isGrave, run });
  const whyNoLink =
    linkRefused &&
    (hasText(`linkOff.${linkRefused.code}`, 'dossier') ? t(`linkOff.${linkRefused.code}`) : linkRefused.msg);
  const hasFactors = ((user.secondFactors ?? []) as unknown[]).length > 0;
  return (
    <section className="dossier-actions" aria-label={t('actions')}>
      {lock && (
        <Button onClick={asking('unlock', () => call('unlock-user', { kind: 'user', body: whom }))}>
          {t('ask.unlock.action')}
        </Button>
      )}
      <Button variant="secondary" onClick={() => setOpen('password')}>
        {t('resetPassword')}
      </Button>
      <Button
        variant="secondary"
        isAriaDisabled={linkRefused !== null}
        aria-describedby={whyNoLink ? 'why-no-link' : undefined}
        onClick={() => setOpen('link')}
      >
        {t('sendLink')}
      </Button>
      <Button
        variant="secondary"
        onClick={asking('sessions', () => call('end-user-sessions', { kind: 'session', body: whom }), true)}
      >
        {t('ask.sessions.action')}
      </Button>
      {hasFactors && (
        <Button variant="secondary" onClick={() => setOpen('factors')}>
          {t('users:factorsReset')}
        </Button>
      )}
      {!isSelf &&
        (user.isForbidden === true ? (
          <Button variant="secondary" onClick={asking('unblock', block(false))}>
            {t('ask.unblock.action')}
          </Button>
        ) : (
          <Button variant="secondary" isDanger onClick={asking('block', block(true), true)}>
            {t('ask.block.action')}
          </Button>
        ))}
      {whyNoLink && (
        <span id="why-no-link" className="dossier-why">
          {whyNoLink}
        </span>
      )}
      {asked && <ActionDialog asked={asked} onDone={refreshed} onClose={() => setAsked(undefined)} />}
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'link' && <SendLink {...whom} onClose={close} />}
      {open === 'factors' && <ResetFactors {...whom} onDone={refreshed} onClose={close} />}
    </section>
  );
}
