import { useState } from 'react';
import { type PasskeyFamily, passkeyPictures } from '../../../../shared/passkey-pictures.ts';
import { Dialog } from '../../../dialog/Dialog.tsx';
import { Button } from '../../../frame/Button.tsx';
import { Field } from '../../../frame/Field.tsx';
import { t } from '../../../words.ts';
import { momentText } from '../../moment.ts';

export interface Passkey {
  id: string;
  name: string;
  model: string;
  family: PasskeyFamily;
  isSynced: boolean;
  isBackedUp: boolean;
  isSuspect: boolean;
  transports: string[];
  createdTime: string;
  usedTime: string;
}

interface Props {
  passkey: Passkey;
  mayChange: boolean;
  isBusy: boolean;
  rename: (name: string) => void;
  remove: () => void;
}

const familyWords = {
  device: 'accountPasskeyDevice',
  key: 'accountPasskeyKey',
  manager: 'accountPasskeyManager',
} as const;

/** What keeps the passkey, drawn. */
const Picture = ({ family }: Pick<Passkey, 'family'>) => (
  <svg className="passkey" viewBox="0 0 24 24" role="img" aria-label={t(familyWords[family])}>
    <path d={passkeyPictures[family]} />
  </svg>
);

/** One passkey: its name, what is known about it, and what its user may do. */
export function PasskeyRow({ passkey, mayChange, isBusy, rename, remove }: Props) {
  const { name, model, isSynced, isBackedUp, isSuspect, createdTime, usedTime } = passkey;
  const [asks, setAsks] = useState<'' | 'rename' | 'remove'>('');
  const [typed, setTyped] = useState(name);
  const shown = name || model || t('accountPasskeyUnnamed');
  const about = `${shown}, ${momentText(createdTime)}`;
  const close = () => setAsks('');

  return (
    <li>
      <Picture {...passkey} />
      <div className="what">
        <strong>{shown}</strong>{' '}
        <span className="mark">{t(isSynced ? 'accountPasskeySynced' : 'accountPasskeySingle')}</span>
        {isSynced && !isBackedUp && <small>{t('accountPasskeyNoBackup')}</small>}
        {model && model !== shown && <small>{model}</small>}
        <small>{t('accountPasskeyAddedAt', { time: momentText(createdTime) })}</small>
        <small>{usedTime ? t('accountLastSeen', { time: momentText(usedTime) }) : t('accountPasskeyUnused')}</small>
        {isSuspect && <small className="suspect">{t('accountPasskeySuspect')}</small>}
      </div>
      {mayChange && (
        <>
          <Button
            look="secondary"
            aria-label={`${t('accountPasskeyRename')}: ${about}`}
            onClick={() => setAsks('rename')}
          >
            {t('accountPasskeyRename')}
          </Button>
          <Button
            look="danger"
            isBusy={isBusy}
            aria-label={`${t('accountPasskeyRemove')}: ${about}`}
            onClick={() => setAsks('remove')}
          >
            {t('accountPasskeyRemove')}
          </Button>
        </>
      )}
      {asks === 'rename' && (
        <Dialog
          title={t('accountPasskeyRename')}
          width={380}
          cancel={t('cancel')}
          onClose={close}
          onSubmit={() => {
            if (!typed.trim()) return;
            close();
            rename(typed);
          }}
          submit={
            <Button type="submit" disabled={!typed.trim()}>
              {t('accountSave')}
            </Button>
          }
        >
          <Field
            name="passkeyName"
            label={t('accountPasskeyName')}
            maxLength={100}
            autoFocus
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </Dialog>
      )}
      {asks === 'remove' && (
        <Dialog
          title={t('accountPasskeyRemoveTitle', { name: shown })}
          width={420}
          cancel={t('cancel')}
          onClose={close}
          onSubmit={() => {
            close();
            remove();
          }}
          submit={
            <Button type="submit" look="danger">
              {t('accountPasskeyRemove')}
            </Button>
          }
        >
          <p>{t('accountPasskeyRemoveLead')}</p>
        </Dialog>
      )}
    </li>
  );
}
