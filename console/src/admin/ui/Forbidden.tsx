import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { useTranslation } from '../words/use-translation.ts';
import { NoticePage } from './NoticePage.tsx';

export function Forbidden() {
  const { t } = useTranslation();
  return <NoticePage title={t('console:forbidden')} text={t('pageForbidden')} icon={LockIcon} />;
}
