import type { Row } from '@doorwright/crds';
import { Alert } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

/** Says of a user that he is only marked as deleted. */
export function DeletedNotice({ object }: { object: Row }) {
  const { t } = useTranslation('users');
  if (!object.isDeleted) return null;
  return <Alert isInline variant="warning" title={t('isDeleted')} component="p" className="above" />;
}
