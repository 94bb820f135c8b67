import type { Row } from '@doorwright/crds';
import { Button, DescriptionListDescription, DescriptionListGroup, DescriptionListTerm } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../http/call.ts';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useNotify } from '../../ui/Notices.tsx';
import { useTranslation } from '../../words/use-translation.ts';

/** The secret, read on request only. The server keeps a record of each reading. */
export function SecretRow({ id }: { id: string }) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const label = t('application:fields.clientSecret');
  const secret = useMutation({
    mutationFn: async () => String((await call<Row>('get-application', { query: { id } })).data.clientSecret),
    onError: (error) => notify('danger', error.message),
  });
  if (secret.data) return <CopyRow label={label} text={secret.data} />;
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{label}</DescriptionListTerm>
      <DescriptionListDescription>
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('showSecret', { field: label })}
          isLoading={secret.isPending}
          onClick={() => secret.mutate()}
        >
          {t('show')}
        </Button>{' '}
        {t('connect.recorded')}
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
}
