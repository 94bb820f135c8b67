import type { Kind, Row } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { calledBy } from '../kinds.ts';
import { isSealed } from '../session/sealed.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { withinSentence } from '../words/within-sentence.ts';
import { RefusedDialog } from './RefusedDialog.tsx';
import { useDelete } from './use-delete.ts';

interface Props {
  kind: Kind;
  row: Row;
  /** A sentence about what else the deletion does. */
  about?: string | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDialog({ kind, row, about, onClose, onDeleted }: Props) {
  const { t, language } = useTranslation();
  const words = useKindWords(kind);
  const remove = useDelete(kind, { onDone: onClose, onDeleted });
  const question = t('sureToDelete', {
    kind: withinSentence(words.title, language),
    name: calledBy(kind, row),
  });
  if (remove.refusal)
    return <RefusedDialog kind={kind} row={row} title={question} error={remove.refusal} onClose={onClose} />;
  if (isSealed(kind, row))
    return (
      <ReasonDialog
        isGrave
        title={question}
        about={t('editor:sealed.recorded')}
        action={t('delete')}
        isBusy={remove.isPending}
        onGive={(reason) => remove.mutate({ object: row, reason })}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog title={question} {...(about && { about })} stay={t('cancel')} onStay={onClose}>
      <Button variant="danger" isLoading={remove.isPending} onClick={() => remove.mutate({ object: row })}>
        {t('delete')}
      </Button>
    </ConfirmDialog>
  );
}
