import { Button } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';

/** Leads to the paragraph of the guide about an error. What was typed on the page stays. */
export function WhatToDo({ code }: { code: string }) {
  const { t } = useTranslation('console');
  return (
    <Button isInline variant="link" component="a" href={`/docs/errors/${code}`} target="_blank" rel="noopener">
      {t('whatToDo')}
    </Button>
  );
}
