import type { Row } from '@doorwright/crds';
import { Button, DescriptionListDescription, DescriptionListGroup, DescriptionListTerm } from '@patternfly/react-core';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { useSecretReader } from './use-secret-reader.ts';

/** The secret, read on request only. The server keeps a record of each reading. */
export function SecretRow({ object }: { object: Row }) {
  const { t } = useTranslation('editor');
  const label = t('application:fields.clientSecret');
  const { secret, isFetching, read } = useSecretReader(object);
  if (secret) return <CopyRow label={label} text={secret} />;
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{label}</DescriptionListTerm>
      <DescriptionListDescription>
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('showSecret', { field: label })}
          isLoading={isFetching}
          onClick={() => void read()}
        >
          {t('show')}
        </Button>{' '}
        {t('connect.recorded')}
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
}
