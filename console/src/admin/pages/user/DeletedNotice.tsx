import type { Row } from '@doorwright/crds';
import { Alert } from '../../ui/Alert.tsx';
import { useTranslation } from '../../words/use-translation.ts';

/** Says that a user is marked as deleted and still exists. */
export function DeletedNotice({ object }: { object: Row }) {
  const { t } = useTranslation('users');
  if (!object.isDeleted) return null;
  return <Alert isInline variant="warning" title={t('isDeleted')} className="above" />;
}
