import { Button } from '@patternfly/react-core';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  /** The label of the field. */
  field: string;
  /** A sentence about the effect of the value. */
  effect: string;
  onAgree: () => void;
  onClose: () => void;
}

/** Asks before a change by which people lose something. */
export function DangerDialog({ field, effect, onAgree, onClose }: Props) {
  const { t } = useTranslation('editor');
  const agree = () => {
    onAgree();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('danger.sure', { field })}
      about={`${effect} ${t('danger.whenSaved')}`}
      stay={t('common:cancel')}
      onStay={onClose}
    >
      <Button variant="danger" onClick={agree}>
        {t('danger.change')}
      </Button>
    </ConfirmDialog>
  );
}
