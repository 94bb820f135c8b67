import type { Row } from '@doorwright/crds';
import { Button, DescriptionListDescription, DescriptionListGroup, DescriptionListTerm } from '@patternfly/react-core';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useNotify } from '../../ui/Notices.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { useSecret } from './use-secret.ts';

/** The secret, read on request only. The server keeps a record of each reading. */
export function SecretRow({ object }: { object: Row }) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const label = t('application:fields.clientSecret');
  const secret = useSecret(object);
  if (secret.data) return <CopyRow label={label} text={secret.data} />;
  const show = async () => {
    const { error } = await secret.refetch();
    if (error) notify('danger', error.message);
  };
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{label}</DescriptionListTerm>
      <DescriptionListDescription>
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('showSecret', { field: label })}
          isLoading={secret.isFetching}
          onClick={() => void show()}
        >
          {t('show')}
        </Button>{' '}
        {t('connect.recorded')}
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
}
