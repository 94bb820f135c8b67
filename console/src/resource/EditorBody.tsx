import type { Kind } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { Tab, Tabs, TabTitleText } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { EditorSections } from './EditorSections.tsx';
import { YamlView } from './YamlView.tsx';

interface Props {
  kind: Kind;
  isReadOnly: boolean;
  /** Fields that a custom resource keeps. */
  locked: readonly string[];
}

/** The form, and beside it for what can be declared the custom resource. */
export function EditorBody({ kind, ...rest }: Props) {
  const { t } = useTranslation('console');
  const [params, setParams] = useSearchParams();
  // What is being added still is, whichever way one looks at it.
  const { state } = useLocation();
  const form = <EditorSections kind={kind} {...rest} />;
  if (!isDeclared(kind)) return form;
  return (
    <Tabs
      activeKey={params.get('tab') ?? 'form'}
      onSelect={(_event, tab) => setParams(tab === 'form' ? {} : { tab: String(tab) }, { replace: true, state })}
      mountOnEnter
    >
      <Tab eventKey="form" title={<TabTitleText>{t('form')}</TabTitleText>}>
        {form}
      </Tab>
      <Tab eventKey="yaml" title={<TabTitleText>YAML</TabTitleText>}>
        <YamlView kind={kind} />
      </Tab>
    </Tabs>
  );
}
