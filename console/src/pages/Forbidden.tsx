import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { useTranslation } from 'react-i18next';
import { Notice } from './Notice.tsx';

export function Forbidden() {
  const { t } = useTranslation();
  return <Notice title={t('console:forbidden')} text={t('pageForbidden')} icon={LockIcon} />;
}
