import type { Row } from '@doorwright/crds';
import { Card, CardBody, Content, ExpandableSection, Skeleton } from '@patternfly/react-core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { kindEditorOf } from '../kind-editors.ts';

/** The library of YAML is large, so it comes when somebody unfolds the part. */
const StoredYaml = lazyPart(async () => {
  const [{ storedYamlOf }, editor] = await Promise.all([
    import('../../yaml/StoredYaml.tsx'),
    kindEditorOf('application'),
  ]);
  return storedYamlOf('application', editor?.declares);
});

/** The custom resource of the application. */
export function AsResource({ object }: { object: Row }) {
  const { t } = useTranslation('get-started');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card component="section" aria-label={t('resource.title')} className="below">
      <CardBody>
        <ExpandableSection
          toggleText={t('resource.title')}
          isExpanded={isOpen}
          onToggle={(_event, isOpen) => setOpen(isOpen)}
        >
          <Content component="p">{t('resource.about')}</Content>
          <Suspense fallback={<Skeleton height="12rem" screenreaderText={t('common:loading')} />}>
            {isOpen && <StoredYaml object={object} />}
          </Suspense>
        </ExpandableSection>
      </CardBody>
    </Card>
  );
}
