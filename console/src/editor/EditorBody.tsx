import type { Kind } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { Tab, Tabs, TabTitleText } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { YamlView } from '../yaml/YamlView.tsx';
import { EditorSections } from './EditorSections.tsx';
import { useKindEditor } from './kind-editor.ts';
import { useEditorTab } from './use-editor-tab.ts';

interface Props {
  kind: Kind;
  isNew: boolean;
  isReadOnly: boolean;
  /** Fields that a custom resource sets. */
  locked: readonly string[];
}

/** The form and, for kinds that can be declared, the tab with the custom resource. */
export function EditorBody({ kind, ...rest }: Props) {
  const { t } = useTranslation('console');
  const [tab, openTab] = useEditorTab();
  const { declares } = useKindEditor();
  const form = <EditorSections kind={kind} {...rest} />;
  if (!isDeclared(kind)) return form;
  return (
    <Tabs activeKey={tab} onSelect={(_event, chosen) => openTab(String(chosen))}>
      <Tab eventKey="form" title={<TabTitleText>{t('form')}</TabTitleText>}>
        {form}
      </Tab>
      <Tab eventKey="yaml" title={<TabTitleText>YAML</TabTitleText>}>
        {/* It follows every key; the form is always there, for what the server says of its fields. */}
        {tab === 'yaml' && <YamlView kind={kind} declares={declares} />}
      </Tab>
    </Tabs>
  );
}
