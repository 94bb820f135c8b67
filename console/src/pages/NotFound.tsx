import { SearchIcon } from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useTranslation } from 'react-i18next';
import { Notice } from './Notice.tsx';

/** Nothing is at this address; `text` is for a page that knows what was looked for. */
export function NotFound({ text }: { text?: string }) {
  const { t } = useTranslation();
  return <Notice title={t('console:notFound')} text={text ?? t('pageNotFound')} icon={SearchIcon} />;
}
