import type { Kind, Row } from '@doorwright/crds';
import { PageSection } from '@patternfly/react-core';
import { FormProvider } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { menuKinds, titleOf } from '../kinds.ts';
import { mayChange, mayList, useAccount } from '../session/account.ts';
import { isSealed, mayUnseal } from '../session/sealed.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Trail } from '../ui/Trail.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { withinSentence } from '../words/within-sentence.ts';
import { EditorDialogs } from './EditorDialogs.tsx';
import { EditorHead } from './EditorHead.tsx';
import { EditorMenu } from './EditorMenu.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { useKindEditor } from './kind-editor.ts';
import { ManagedBanner, type Origin } from './ManagedBanner.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SealedNote } from './SealedNote.tsx';
import { useEditing } from './use-editing.ts';
import { tabParameter } from './use-editor-tab.ts';
import './editor.css';

interface Props {
  kind: Kind;
  object: Row;
  /** The object is not stored yet. */
  isNew?: boolean;
}

/** An editor from its title to its Save bar. */
export function EditorForm({ kind, object, isNew = false }: Props) {
  const { t, language } = useTranslation();
  const words = useKindWords(kind);
  const account = useAccount();
  const { Above, reads = [] } = useKindEditor();
  const [params] = useSearchParams();
  const editing = useEditing(kind, object, isNew);
  const { form, id, saved, guard } = editing;
  const origin = saved.origin as Origin | null | undefined;
  const managed = (saved.managedFields ?? []) as string[];
  const title = isNew ? t('new', { kind: withinSentence(words.title, language) }) : titleOf(kind, saved);
  const organization = menuKinds.includes(kind) ? undefined : String(saved.owner);
  const isFinal = isSealed(kind, saved);
  const isReadOnly = !account || !(mayChange(kind, account) || kind.people) || (isFinal && !mayUnseal(account));
  const isReading = !isNew && !form.formState.isDirty && reads.includes(params.get(tabParameter) ?? '');
  const leave = () => {
    guard.pass();
    editing.exit();
  };
  // The library draws a form once more as soon as it is ready. Drawing the fields twice would take half of the time of an editor.
  if (!form.formState.isReady) return null;
  return (
    <FormProvider {...form}>
      <PageTitle topics={[title, words.plural]} />
      {account && mayList(kind, account) && <Trail kind={kind} organization={organization} here={title} />}
      <EditorHead kind={kind} title={title} object={saved} isNew={isNew}>
        {!isNew && <EditorMenu kind={kind} object={saved} onDeleted={leave} />}
      </EditorHead>
      <PageSection isFilled>
        {origin && <ManagedBanner kind={kind} id={id} origin={origin} fields={managed} onOpened={editing.manage} />}
        {isFinal && <SealedNote kind={kind} />}
        {Above && !isNew && <Above object={saved} refresh={editing.refresh} />}
        <EditorTabs
          kind={kind}
          saved={saved}
          isNew={isNew}
          isReadOnly={isReadOnly}
          locked={origin ? [...managed, 'name', 'owner'] : []}
          refused={editing.refused}
          giveUp={guard.pass}
          refresh={editing.refresh}
        />
      </PageSection>
      {!isReadOnly && !isReading && (
        <SaveBar
          busy={editing.busy}
          hasChanges={form.formState.isDirty}
          onSave={() => editing.submit(false)}
          onSaveAndExit={() => editing.submit(true)}
          {...(isNew && { onCancel: editing.exit })}
        />
      )}
      <EditorDialogs kind={kind} editing={editing} />
    </FormProvider>
  );
}
