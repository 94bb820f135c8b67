import './avatar.css';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../call.ts';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { type Sentence, said, t } from '../../words.ts';
import { mayChange } from '../own-account.ts';
import type { SectionProps } from '../section.ts';
import { Portrait } from './Portrait.tsx';

const AvatarDialog = lazy(async () => ({ default: (await import('./AvatarDialog.tsx')).AvatarDialog }));

/** The picture of the user, with the ways to change it. */
export function AvatarPanel(props: SectionProps) {
  const { account, refresh, tell } = props;
  const { user, organization } = account;
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Sentence>('');
  const isOwn = user.avatar !== '' && user.avatar !== organization.defaultAvatar;

  async function remove() {
    setBusy(true);
    setFailure('');
    try {
      const { owner, name } = user;
      const query = { id: `${owner}/${name}`, columns: 'avatar' };
      await call('update-user', { query, body: { owner, name, avatar: organization.defaultAvatar } });
      await refresh();
      tell({ word: 'accountPictureRemoved' });
    } catch (error) {
      setFailure(error as Error);
    }
    setBusy(false);
  }

  return (
    <section className="panel" aria-label={t('accountPicture')}>
      <h2>{t('accountPicture')}</h2>
      <Alert>{said(failure)}</Alert>
      <div className="avatar">
        <Portrait user={user} size={96} />
        {mayChange(account, 'Avatar') && (
          <div className="actions">
            <Button look="secondary" onClick={() => setOpen(true)}>
              {t('accountChangePicture')}
            </Button>
            {isOwn && (
              <Button look="secondary" isBusy={isBusy} onClick={() => void remove()}>
                {t('accountRemovePicture')}
              </Button>
            )}
          </div>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <AvatarDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
