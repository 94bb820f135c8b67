import { ExpandableSection } from '@patternfly/react-core';
import { type ReactNode, Suspense, useState } from 'react';
import { keepPersonal, readPersonal } from '../../browser/personal.ts';
import { useAccountId } from '../../session/account.ts';
import { useTranslation } from '../../words/use-translation.ts';
import './preview.css';

/** The preview loads all files of the portal, so it waits until somebody opens it. The choice is kept for each person. */
export function FoldedPreview({ children }: { children: ReactNode }) {
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
        <Suspense>{isOpen && children}</Suspense>
      </ExpandableSection>
    </div>
  );
}
