import { useState } from 'react';
import { Button } from '../../frame/Button.tsx';
import { ownerName } from '../../frame/Foot.tsx';
import { t } from '../../words.ts';
import type { SectionProps } from '../section.ts';
import { DeletionDialog } from './DeletionDialog.tsx';

/** The end of the account, where the organization lets its users decide about it. */
export function Deletion({ account }: SectionProps) {
  const { organization, isImpersonated } = account;
  const [isOpen, setOpen] = useState(false);
  const lead = organization.enableSoftDeletion ? t('accountDeleteKept') : t('accountDeleteLead');
  return (
    <section className="panel" aria-label={t('accountDelete')}>
      <h2>{t('accountDelete')}</h2>
      <p className="lead">
        {organization.enableAccountDeletion ? lead : t('accountDeleteOff', { organization: ownerName(organization) })}
      </p>
      {organization.enableAccountDeletion && !isImpersonated && (
        <div className="actions">
          <Button look="danger" onClick={() => setOpen(true)}>
            {t('accountDelete')}…
          </Button>
        </div>
      )}
      {isOpen && <DeletionDialog account={account} lead={lead} onClose={() => setOpen(false)} />}
    </section>
  );
}
