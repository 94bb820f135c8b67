import type { Kind, Row } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { calledBy } from '../kinds.ts';
import { Question } from '../ui/Question.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useDelete } from './delete-object.ts';
import { ReasonModal } from './ReasonModal.tsx';
import { isSealed } from './sealed.ts';

interface Props {
  kind: Kind;
  row: Row;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Within a sentence only English writes it small, and no abbreviation. */
const withinSentence = (title: string, language: string) =>
  language === 'en' ? title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()) : title;

export function DeleteModal({ kind, row, onClose, onDeleted }: Props) {
  const { t, i18n } = useTranslation();
  const words = useKindWords(kind);
  const remove = useDelete(kind, { onDone: onClose, onDeleted });
  const question = t('sureToDelete', {
    kind: withinSentence(words.title, i18n.language),
    name: calledBy(kind, row),
  });
  if (isSealed(kind, row))
    return (
      <ReasonModal
        isGrave
        title={question}
        action={t('delete')}
        isBusy={remove.isPending}
        onGive={(reason) => remove.mutate({ object: row, reason })}
        onClose={onClose}
      />
    );
  return (
    <Question title={question} stay={t('cancel')} onStay={onClose}>
      <Button variant="danger" isLoading={remove.isPending} onClick={() => remove.mutate({ object: row })}>
        {t('delete')}
      </Button>
    </Question>
  );
}
