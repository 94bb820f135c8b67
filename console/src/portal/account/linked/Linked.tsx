import '../../services/services.css';
import { useState } from 'react';
import { call } from '../../call.ts';
import { withFreshProof } from '../../factor/with-fresh-proof.ts';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { webAddress } from '../../frame/links.ts';
import { ServiceBadge } from '../../services/ServiceBadge.tsx';
import { visitService } from '../../services/services.ts';
import { said, t } from '../../words.ts';
import { Loading } from '../Loading.tsx';
import { mayChange } from '../own-account.ts';
import type { SectionProps } from '../section.ts';
import { useList } from '../use-list.ts';

interface Link {
  type: string;
  provider: string;
  button: { label: string; letters: string; color: string } | null;
  picture: string;
  canUnlink: boolean;
  account: { id: string; username: string; displayName: string; email: string; avatarUrl: string } | null;
}

const labelOf = ({ button, type }: Link) => button?.label ?? type;

/** The user's accounts at other services. */
export function Linked({ account, tell }: SectionProps) {
  const { rows, failure, busy, act } = useList<Link>('get-account-links');
  const [leaving, setLeaving] = useState('');
  const isOpen = mayChange(account, '3rd-party logins');

  const unlink = (link: Link) =>
    act(link.type, () => call('unlink', { body: { providerType: link.type } })).then((isDone) => {
      if (isDone) tell({ word: 'accountUnlinked', values: { service: labelOf(link) } });
    });

  async function leave({ type, provider }: Link) {
    setLeaving(type);
    const application = account.application.replace(/^admin\//, '');
    const from = { purpose: 'link', application, organization: '', page: location.pathname } as const;
    const isLeaving = await act(type, () => withFreshProof(() => visitService({ name: provider }, from)));
    if (!isLeaving) setLeaving('');
  }

  return (
    <section className="panel" aria-label={t('accountLinked')}>
      <Alert>{said(failure)}</Alert>
      {!rows && !failure && <Loading />}
      {rows?.length === 0 && <p>{t('accountLinkedNone')}</p>}
      <ul className="things">
        {rows?.map((link) => (
          <li key={link.type}>
            <ServiceBadge
              picture={webAddress(link.picture)}
              letters={link.button?.letters ?? link.type.slice(0, 2)}
              color={link.button?.color ?? 'var(--subtle)'}
            />
            <div className="what">
              <strong>{labelOf(link)}</strong>
              <small>{link.account ? <LinkedName {...link.account} /> : t('accountNotLinked')}</small>
            </div>
            {isOpen && link.account && link.canUnlink && (
              <Button
                look="danger"
                isBusy={busy === link.type}
                aria-label={t('accountUnlinkFrom', { service: labelOf(link) })}
                onClick={() => void unlink(link)}
              >
                {t('accountUnlink')}
              </Button>
            )}
            {isOpen && !link.account && link.provider && (
              <Button
                look="secondary"
                isBusy={leaving === link.type}
                aria-label={t('promptLink', { service: labelOf(link) })}
                onClick={() => void leave(link)}
              >
                {t('accountLink')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The names of an account at a service, each once. */
const LinkedName = ({ id, username, displayName, email }: NonNullable<Link['account']>) => (
  <bdi>
    {[...new Set([displayName, username || (displayName || email ? '' : id), email])].filter(Boolean).join(' · ')}
  </bdi>
);
