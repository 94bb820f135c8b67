import type { Row } from '@doorwright/crds';
import { Button, Content } from '@patternfly/react-core';
import { CopyIcon } from '@patternfly/react-icons/dist/esm/icons/copy-icon';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PreviewPage } from '../../../../portal/preview/messages.ts';
import { useCopy } from '../../../ui/use-copy.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { PreviewPages } from '../../brand/PreviewPages.tsx';
import { pagesOf } from '../connecting.ts';
import { useIssuer } from '../use-issuer.ts';
import { usePagePreview } from './use-page-preview.ts';

/** The names of the pages in the list of addresses. Consent and letters have none of their own. */
const addressNames: Partial<Record<PreviewPage, 'signIn' | 'signUp' | 'prompt'>> = {
  ...{ signin: 'signIn', signup: 'signUp', prompt: 'prompt' },
};

/** The address of a page, to copy. */
function PageAddress({ page }: { page: PreviewPage }) {
  const { t } = useTranslation('editor');
  const copy = useCopy();
  const issuer = useIssuer();
  const object = useWatch({ control: useFormContext<Row>().control }) as Row;
  const name = addressNames[page];
  if (!name) return null;
  const address = issuer && pagesOf(issuer, object).find((each) => each.page === name)?.address;
  if (!address) return <Content component="small">{t('preview.noAddress')}</Content>;
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<CopyIcon />}
      onClick={() => void copy(address, t('connect.pageCopied'))}
    >
      {t('preview.copy', { page: t(`preview.${page}`) })}
    </Button>
  );
}

/** The pages of an application beside its form, with the typed values. `first` is the page that the tab is about. */
export const PagePreview = ({ first }: { first: PreviewPage }) => (
  <PreviewPages first={first} useShown={usePagePreview} below={(page) => <PageAddress page={page} />} />
);
