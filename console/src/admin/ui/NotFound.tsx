import { SearchIcon } from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useTranslation } from '../words/use-translation.ts';
import { NoticePage } from './NoticePage.tsx';

/** The page for an unknown address. `text` names what is missing, if the caller knows it. */
export function NotFound({ text }: { text?: string }) {
  const { t } = useTranslation();
  return <NoticePage title={t('console:notFound')} text={text ?? t('pageNotFound')} icon={SearchIcon} />;
}
