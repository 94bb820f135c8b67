import type { Row } from '@doorwright/crds';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/Alert.tsx';

/** Says that a user is marked as deleted and still exists. */
export function DeletedNotice({ object }: { object: Row }) {
  const { t } = useTranslation('users');
  if (!object.isDeleted) return null;
  return <Alert isInline variant="warning" title={t('isDeleted')} className="above" />;
}
