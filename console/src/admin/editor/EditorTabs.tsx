import type { Kind, Row } from '@doorwright/crds';
import { Tab, Tabs } from '@patternfly/react-core';
import { useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { TabBody } from './TabBody.tsx';
import { TabName } from './TabName.tsx';
import { moveAmongTabs } from './tab-keys.ts';
import { useEditorTab } from './use-editor-tab.ts';
import { type Refused, useFieldProblems } from './use-field-problems.ts';
import { type EditorTab, tabOf, useTabs, yamlTab } from './use-tabs.ts';

interface Props {
  kind: Kind;
  /** The stored object. */
  saved: Row;
  isNew: boolean;
  isReadOnly: boolean;
  /** Fields that a custom resource sets. */
  locked: readonly string[];
  refused: Refused | undefined;
  /** Discards unsaved changes. */
  giveUp: () => void;
  /** Takes the stored object after a change outside of the form. */
  refresh: (stored: Row) => void;
}

/** The tabs of an editor. A kind with one tab shows no bar. Fields of a tab exist from its first opening on. */
export function EditorTabs({ kind, saved, isNew, refused, giveUp, refresh, ...rest }: Props) {
  const { t } = useTranslation('editor');
  const words = useKindWords(kind);
  const { control } = useFormContext<Row>();
  const tabs = useTabs(kind, useWatch({ control }) as Row, isNew);
  const [current, open] = useEditorTab(tabs);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const mount = (ids: readonly string[]) => setOpened([...new Set([...opened, current, ...ids])]);
  const isMounted = (id: string) => id === current || opened.includes(id);
  if (!opened.includes(current)) mount([]);
  useFieldProblems(refused, { tabs, current, isMounted, mount, open });
  const failed = Object.keys(useFormState({ control }).errors).map((name) => tabOf(tabs, name)?.id);
  const bodyOf = (tab: EditorTab) => (
    <TabBody
      kind={kind}
      tab={tab}
      saved={saved}
      giveUp={giveUp}
      refresh={refresh}
      isOpen={tab.id === current}
      isMounted={isMounted(tab.id)}
      {...rest}
    />
  );
  const nameOf = ({ id, title }: EditorTab) => {
    if (id === yamlTab) return title;
    return title ? words.tab(title) : t('tabs.settings');
  };
  const [only, ...others] = tabs;
  if (others.length === 0) return only && bodyOf(only);
  return (
    <Tabs
      id="editor"
      activeKey={current}
      tabListAriaLabel={t('tabs.list')}
      backScrollAriaLabel={t('tabs.back')}
      forwardScrollAriaLabel={t('tabs.forward')}
      onSelect={(_event, chosen) => open(String(chosen))}
      onKeyDown={moveAmongTabs}
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.id}
          eventKey={tab.id}
          tabIndex={tab.id === current ? 0 : -1}
          {...(failed.includes(tab.id) && { 'aria-label': `${nameOf(tab)}: ${t('tabs.hasErrors')}` })}
          title={
            <TabName isCurrent={tab.id === current} hasErrors={failed.includes(tab.id)}>
              {nameOf(tab)}
            </TabName>
          }
        >
          {bodyOf(tab)}
        </Tab>
      ))}
    </Tabs>
  );
}
