import type { Row } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { ExternalLinkAltIcon } from '@patternfly/react-icons/dist/esm/icons/external-link-alt-icon';
import { useTranslation } from '../../words/use-translation.ts';
import { buyPage } from './buy-page.ts';

/** Opens the page on which people buy the stored product. */
export function TestBuyPage({ object }: { object: Row }) {
  const { t } = useTranslation('sales');
  return (
    <Button
      component="a"
      variant="secondary"
      href={buyPage(String(object.name))}
      target="_blank"
      icon={<ExternalLinkAltIcon />}
      iconPosition="end"
      className="above"
    >
      {t('testBuyPage')}
    </Button>
  );
}
