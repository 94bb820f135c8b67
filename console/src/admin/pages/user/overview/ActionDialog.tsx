import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

/** An action that asks before it does something, by its key in `dossier.json`. */
export interface Asked {
  key: string;
  /** Values of its texts. */
  named: Record<string, string>;
  isGrave?: boolean;
  run: () => Promise<unknown>;
}

interface Props {
  asked: Asked;
  onDone: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an action. A refusal stays in the dialog, with its reason. */
export function ActionDialog({ asked: { key, named, isGrave = false, run }, onDone, onClose }: Props) {
  const { t } = useTranslation('dossier');
  const notify = useNotify();
  const act = useMutation({
    mutationFn: run,
    async onSuccess() {
      notify('success', t(`ask.${key}.done`, named), 'care');
      await onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(`ask.${key}.title`, named)}
      about={t(`ask.${key}.about`, named)}
      action={t(`ask.${key}.action`)}
      isGrave={isGrave}
      problem={act.error?.message}
      isBusy={act.isPending}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
