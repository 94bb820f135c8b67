import type { Kind, Row } from '@doorwright/crds';
import { Content, PageSection } from '@patternfly/react-core';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { calledBy, menuKinds } from '../kinds.ts';
import { mayChange, mayList, useAccount } from '../session/account.ts';
import { isSealed, mayUnseal } from '../session/sealed.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { Trail } from '../ui/Trail.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { EditorBody } from './EditorBody.tsx';
import { EditorButtons } from './EditorButtons.tsx';
import { useKindEditor } from './kind-editor.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { ManagedBanner, type Origin } from './ManagedBanner.tsx';
import { SealedNote } from './SealedNote.tsx';
import { StaleDialog } from './StaleDialog.tsx';
import { useEditing } from './use-editing.ts';

interface Props {
  kind: Kind;
  object: Row;
  /** The object is not stored yet. */
  isNew?: boolean;
}

export function EditorForm({ kind, object, isNew = false }: Props) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const account = useAccount();
  const { Above, Below } = useKindEditor();
  const editing = useEditing(kind, object, isNew);
  const { form, id, saved, theirs } = editing;
  const origin = saved.origin as Origin | null | undefined;
  const managed = (saved.managedFields ?? []) as string[];
  const name = calledBy(kind, saved);
  const organization = menuKinds.includes(kind) ? undefined : String(saved.owner);
  const isFinal = isSealed(kind, saved);
  const isReadOnly = !account || !(mayChange(kind, account) || kind.people) || (isFinal && !mayUnseal(account));
  const buttons = (
    <EditorButtons
      busy={editing.busy}
      isReadOnly={isReadOnly}
      onSave={() => editing.submit(false)}
      onSaveAndExit={() => editing.submit(true)}
      {...(isNew && { onCancel: editing.cancel })}
    />
  );
  return (
    <FormProvider {...form}>
      <PageTitle topics={[name, words.plural]} />
      {account && mayList(kind, account) && <Trail kind={kind} organization={organization} here={name} />}
      <PageSection className="editor-head">
        <Content component="h1">{t(isNew ? 'new' : 'editKind', { kind: words.title })}</Content>
        {buttons}
      </PageSection>
      <PageSection isFilled>
        {origin && <ManagedBanner kind={kind} id={id} origin={origin} fields={managed} onOpened={editing.manage} />}
        {isFinal && <SealedNote kind={kind} />}
        {Above && !isNew && <Above object={saved} />}
        <EditorBody
          kind={kind}
          isNew={isNew}
          isReadOnly={isReadOnly}
          locked={origin ? [...managed, 'name', 'owner'] : []}
        />
        {Below && !isNew && <Below object={saved} giveUp={editing.guard.pass} />}
      </PageSection>
      <PageSection stickyOnBreakpoint={{ default: 'bottom' }}>{buttons}</PageSection>
      {theirs && (
        <StaleDialog
          kind={kind}
          mine={form.getValues()}
          theirs={theirs}
          onClose={editing.dismiss}
          onTakeTheirs={() => editing.take(theirs)}
          onOverwrite={() => editing.overwrite(theirs)}
        />
      )}
      {editing.isReasonAsked && (
        <ReasonDialog
          title={t('editor:sealed.change', { kind: words.title })}
          about={t('editor:sealed.recorded')}
          action={t('save')}
          onGive={editing.giveReason}
          onClose={editing.keepReason}
        />
      )}
      <LeaveGuard guard={editing.guard} />
    </FormProvider>
  );
}
