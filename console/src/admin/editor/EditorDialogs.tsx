import type { Kind } from '@doorwright/crds';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import type { Editing } from './use-editing.ts';

const ReasonDialog = lazyDialog([], async () => (await import('../ui/ReasonDialog.tsx')).ReasonDialog);
const StaleDialog = lazyDialog([], async () => (await import('./StaleDialog.tsx')).StaleDialog);

/** What an editor asks: which version to keep, the reason of a change, and whether to leave without saving. */
export function EditorDialogs({ kind, editing }: { kind: Kind; editing: Editing }) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const { form, theirs } = editing;
  return (
    <>
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
    </>
  );
}
