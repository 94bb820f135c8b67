import type { Kind, Row } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/is-declared.ts';
import { Spinner } from '@patternfly/react-core';
import { Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { EditorSections } from './EditorSections.tsx';
import { useKindEditor } from './kind-editor.ts';
import { type EditorTab, yamlTab } from './use-tabs.ts';

const YamlView = lazyPart(async () => (await import('../yaml/YamlView.tsx')).YamlView);

interface Props {
  kind: Kind;
  tab: EditorTab;
  saved: Row;
  isOpen: boolean;
  /** It was opened before, so its fields exist. */
  isMounted: boolean;
  isReadOnly: boolean;
  locked: readonly string[];
  giveUp: () => void;
  refresh: (stored: Row) => void;
}

/** The content of a tab: its fields and the special part of the kind, or the custom resource. */
export function TabBody({
  kind,
  tab: { id, sections, Part },
  saved,
  isOpen,
  isMounted,
  giveUp,
  refresh,
  ...rest
}: Props) {
  const { t } = useTranslation();
  const { declares } = useKindEditor();
  if (!isMounted) return null;
  return (
    <Suspense fallback={<Spinner aria-label={t('loading')} />}>
      {sections.length > 0 && <EditorSections kind={kind} sections={sections} {...rest} />}
      {Part && <Part object={saved} giveUp={giveUp} refresh={refresh} />}
      {/* It follows every key, so it exists only while it is seen. */}
      {id === yamlTab && isOpen && isDeclared(kind) && <YamlView kind={kind} declares={declares} />}
    </Suspense>
  );
}
