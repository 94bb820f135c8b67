import type { Row } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/is-declared.ts';
import { Card, CardBody, Content, ExpandableSection } from '@patternfly/react-core';
import { stringify } from 'yaml';
import { registry } from '../../kinds.ts';
import { CodeText } from '../../ui/CodeText.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { manifestOf } from '../../yaml/manifest-of.ts';
import { declaresClient } from '../application/declares-client.ts';

const kind = registry.named('application');

/** The custom resource of the application. */
export function AsResource({ object }: { object: Row }) {
  const { t } = useTranslation('get-started');
  if (!isDeclared(kind)) return null;
  const text = stringify(manifestOf(kind, object, declaresClient));
  return (
    <Card component="section" aria-label={t('resource.title')} className="below">
      <CardBody>
        <ExpandableSection toggleText={t('resource.title')}>
          <Content component="p">{t('resource.about')}</Content>
          <CodeText label="YAML" text={text} file={`${object.name}.yaml`} />
        </ExpandableSection>
      </CardBody>
    </Card>
  );
}
