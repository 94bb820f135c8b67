import { Button } from '@patternfly/react-core';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { removedText } from '../removed-text.ts';

interface Props {
  removed: readonly string[];
  onAgree: () => void;
  onClose: () => void;
}

/** Says what the page will leave out of the chosen file, before it is stored. */
export function ShortenedTerms({ removed, onAgree, onClose }: Props) {
  const { t } = useTranslation('editor');
  return (
    <ConfirmDialog
      title={t('application.termsShortened')}
      about={removedText(removed)}
      stay={t('common:cancel')}
      onStay={onClose}
    >
      <Button onClick={onAgree}>{t('common:upload')}</Button>
    </ConfirmDialog>
  );
}
