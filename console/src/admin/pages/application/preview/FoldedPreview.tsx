import { ExpandableSection } from '@patternfly/react-core';
import { Suspense, useState } from 'react';
import type { PreviewPage } from '../../../../portal/preview/messages.ts';
import { keepPersonal, readPersonal } from '../../../browser/personal.ts';
import { useAccountId } from '../../../session/account.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import './preview.css';

const PagePreview = lazyPart(async () => (await import('./PagePreview.tsx')).PagePreview);

/** The preview loads all files of the portal, so it waits until somebody opens it. The choice is kept for each person. */
export function FoldedPreview({ first }: { first: PreviewPage }) {
  const { t } = useTranslation('editor');
  const user = useAccountId();
  const [isOpen, setOpen] = useState(() => readPersonal(user, 'preview') === true);
  function toggle(opens: boolean) {
    setOpen(opens);
    keepPersonal(user, 'preview', opens || undefined);
  }
  return (
    <div className={isOpen ? 'page-preview open' : 'page-preview'}>
      <ExpandableSection
        toggleWrapper="h2"
        toggleText={t('preview.title')}
        isExpanded={isOpen}
        onToggle={(_event, opens) => toggle(opens)}
      >
        <Suspense>{isOpen && <PagePreview first={first} />}</Suspense>
      </ExpandableSection>
    </div>
  );
}
