import type { Row } from '@doorwright/crds';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/Alert.tsx';

/** Says of a user that he is only marked as deleted. */
export function DeletedNotice({ object }: { object: Row }) {
  const { t } = useTranslation('users');
  if (!object.isDeleted) return null;
  return <Alert isInline variant="warning" title={t('isDeleted')} className="above" />;
}
