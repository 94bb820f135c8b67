import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { type ScimToken, useDeleteToken } from './scim-tokens.ts';

const ConfirmDialog = lazyDialog([], async () => (await import('../../../ui/ConfirmDialog.tsx')).ConfirmDialog);

/** Deletes a token after a question. */
export function DeleteToken({ organization, token }: { organization: string; token: ScimToken }) {
  const { t } = useTranslation('editor');
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useDeleteToken(organization);
  const label = `${t('common:delete')}: ${token.displayName}`;
  return (
    <>
      <Button variant="link" isDanger size="sm" aria-label={label} onClick={() => setAsking(true)}>
        {t('common:delete')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('scim.sure', { name: token.displayName })}
          about={t('scim.sureAbout')}
          stay={t('common:cancel')}
          onStay={() => setAsking(false)}
        >
          <Button
            variant="danger"
            isLoading={isPending}
            onClick={() => mutate(token.id, { onSettled: () => setAsking(false) })}
          >
            {t('common:delete')}
          </Button>
        </ConfirmDialog>
      )}
    </>
  );
}
